import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { IncomingFile } from '../../lib/uploads/staged-file';
import { fieldIdOf, MAX_PAIRS } from './form-keys';
import { problem, type Problem } from './problem';

export interface Multipart {
  pairs: [string, string][];
  files: IncomingFile[];
  /** Removes the files from local disk. */
  dispose(): Promise<void>;
}

export interface MultipartLimits {
  maxBodyBytes: number;
  maxFileBytes: number;
  maxFiles: number;
  maxUploadBytes: number;
  spoolFolder?: string;
}

/**
 * Reads a multipart/form-data body (RFC 7578): texts into memory, files onto local disk, within the limits.
 * @returns a problem when the body is broken or too large; nothing is left on disk then
 * @throws when the client breaks off
 */
export async function readMultipart(
  request: IncomingMessage,
  limits: MultipartLimits,
): Promise<Multipart | Problem> {
  const folder = await mkdtemp(join(limits.spoolFolder ?? tmpdir(), 'svc-forms-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const read = await parse(request, limits, folder);
    if (!('code' in read)) return { ...read, dispose };
    await dispose();
    return read;
  } catch (error) {
    await dispose();
    throw error;
  }
}

function parse(
  request: IncomingMessage,
  limits: MultipartLimits,
  folder: string,
): Promise<Problem | Pick<Multipart, 'pairs' | 'files'>> {
  const pairs: [string, string][] = [];
  const files: IncomingFile[] = [];
  const writes: Promise<void>[] = [];
  const broken = new AbortController();
  const parser = open(request, limits);
  if (!parser)
    return Promise.resolve(problem('unsupported_media_type', 'The multipart body has no boundary.'));
  return new Promise((resolve, reject) => {
    const giveUp = (then: () => void) => {
      request.unpipe(parser);
      // What the client still sends goes nowhere, so that it can read the answer.
      request.resume();
      broken.abort();
      void Promise.allSettled(writes).then(then);
    };
    const refuse = (answer: Problem) => giveUp(() => resolve(answer));
    const tooLarge = () => refuse(problem('payload_too_large'));
    let textBytes = 0;
    parser.on('field', (name, value, nameCut, valueCut) => {
      textBytes += name.length + Buffer.byteLength(value);
      if (nameCut || valueCut || textBytes > limits.maxBodyBytes) tooLarge();
      else pairs.push([name, value]);
    });
    parser.on('file', (name, stream, fileName, _encoding, type) => {
      // A browser sends an empty, nameless file for a file input that was left alone.
      if (!fileName) return void stream.resume();
      const path = join(folder, String(files.length));
      const file = { fieldId: fieldIdOf(name) ?? name, name: fileName, type, size: 0, path };
      files.push(file);
      const write = store(stream, file, limits.maxFileBytes, broken.signal);
      writes.push(write);
      // A full disk must end this request, not the process.
      write.catch((error) => giveUp(() => reject(error)));
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, tooLarge);
    parser.on('error', () => refuse(problem('validation_error', 'The multipart body is broken.')));
    parser.on('finish', () => void Promise.all(writes).then(() => resolve({ pairs, files }), reject));
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > limits.maxUploadBytes) tooLarge();
    });
    const brokenOff = () => {
      if (!request.complete) giveUp(() => reject(new Error('The client broke off.')));
    };
    request.once('close', brokenOff);
    // It may have closed while the folder was made.
    if (request.destroyed) brokenOff();
    else request.pipe(parser);
  });
}

function open(request: IncomingMessage, limits: MultipartLimits): BusboyInstance | null {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      limits: {
        fieldNameSize: 200,
        fieldSize: limits.maxBodyBytes,
        fields: MAX_PAIRS,
        // One byte more than allowed tells "too large" from "just fits".
        fileSize: limits.maxFileBytes + 1,
        files: limits.maxFiles,
        parts: MAX_PAIRS + limits.maxFiles,
      },
    });
  } catch {
    return null;
  }
}

async function store(
  stream: BusboyFileStream,
  file: IncomingFile,
  maxBytes: number,
  signal: AbortSignal,
): Promise<void> {
  stream.on('data', (chunk: Buffer) => (file.size += chunk.length));
  await pipeline(stream, createWriteStream(file.path), { signal });
  if (stream.truncated) file.size = Math.max(file.size, maxBytes + 1);
}
