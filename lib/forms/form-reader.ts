import type { Database } from '../db/database';
import { Gatherer } from '../db/gatherer';
import type { Form } from './form';
import { findForms, formVersions } from './form-store';

/** Parsed forms that are kept; a site with more parses the others again. */
const KEPT = 500;

/**
 * Reads forms for the submit path: questions that arrive together are one, and a form is parsed once for each of its
 * versions. The version is read every time, so an edit by another process is seen by the next submission.
 */
export class FormReader {
  private readonly parsed = new Map<number, Form>();
  private readonly questions: Gatherer<number, Form | null>;

  constructor(private readonly db: Database) {
    this.questions = new Gatherer((ids) => this.readAll(ids), { atOnce: 1, most: 1000 });
  }

  /** The form as this process has seen it last, which another one may have changed since; undefined when it has not. */
  remembered(id: number): Form | undefined {
    return this.parsed.get(id);
  }

  /** The form as it is now; null when there is none with this id. */
  read(id: number): Promise<Form | null> {
    return this.questions.add(id);
  }

  private async readAll(ids: number[]): Promise<{ value: Form | null }[]> {
    const versions = await formVersions(this.db, [...new Set(ids)]);
    const stale = [...versions].filter(([id, version]) => this.parsed.get(id)?.version !== version);
    const fresh = new Map<number, Form>();
    if (stale.length > 0)
      for (const form of await findForms(
        this.db,
        stale.map(([id]) => id),
      ))
        fresh.set(form.id, form);
    const answers = ids.map((id) => {
      const kept = versions.has(id) ? this.parsed.get(id) : undefined;
      return { value: fresh.get(id) ?? (kept?.version === versions.get(id) ? (kept ?? null) : null) };
    });
    for (const [id, form] of fresh) this.parsed.set(id, form);
    for (const id of this.parsed.keys()) {
      if (this.parsed.size <= KEPT) break;
      this.parsed.delete(id);
    }
    return answers;
  }
}
