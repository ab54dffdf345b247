/** A file of a submission as the door received it: on local disk, not yet judged. */
export interface IncomingFile {
  fieldId: string;
  /** As the client named it. */
  name: string;
  /** As the client declared it. */
  type: string;
  /** Bytes received. */
  size: number;
  /** Where it lies until the request ends. */
  path: string;
}
