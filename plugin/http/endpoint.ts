import type { Request } from 'express';
import { z } from 'zod';
import type { HostUser } from '../../lib/host';
import { hasNul, isTooDeep } from '../../schema/api/json';
import type { Service } from '../service';
import { problem, validationProblem, type Problem } from './problem';

/** What a handler gets: parsed, typed, and nothing of Express but the request for those who need its headers. */
export interface Input<Id, Query, Body> extends Service {
  id: Id;
  query: Query;
  body: Body;
  request: Request;
  /** null on public routes. */
  user: HostUser | null;
}

/** One operation of the API: its schema beside its handler, which returns a value. */
export interface Endpoint {
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** JSON body; `submission` for the one route that also takes form posts. */
  readonly body?: z.ZodObject | 'submission';
  /** Status of success; 200 when left out. */
  readonly status?: number;
  run(service: Service, request: Request, user: HostUser | null): Promise<unknown>;
}

interface Definition<Id, Query, Body> {
  summary: string;
  /** Kind of the path's `:id`; an id that cannot exist is as unknown as one that does not. */
  id?: z.ZodType<Id>;
  query?: z.ZodType<Query> & z.ZodObject;
  body?: z.ZodType<Body> & z.ZodObject;
  status?: number;
  handle(input: Input<Id, Query, Body>): Promise<unknown>;
}

/** The `:id` of forms and entries: a positive integer in plain digits that a double holds exactly. */
export const integerId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

/** The `:id` of deliveries. */
export const uuidId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Puts parsing in front of a handler: path, then query, then body; the first complaint is the answer. */
export function endpoint<Id = undefined, Query = undefined, Body = undefined>(
  definition: Definition<Id, Query, Body>,
): Endpoint {
  const { summary, query, body, status } = definition;
  return {
    summary,
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    ...(status ? { status } : {}),
    async run(service, request, user) {
      const id = definition.id?.safeParse(request.params['id']);
      if (id && !id.success) return problem('not_found');
      const asked = query?.safeParse({ ...request.query });
      if (asked && !asked.success) return validationProblem(asked.error);
      const sent = body && parseBody(body, request.body);
      if (sent && !sent.ok) return sent.problem;
      return definition.handle({
        ...service,
        id: id?.data as Id,
        query: asked?.data as Query,
        body: sent?.data as Body,
        request,
        user,
      });
    },
  };
}

type Parsed = { ok: true; data: unknown } | { ok: false; problem: Problem };

function parseBody(schema: z.ZodType, raw: unknown): Parsed {
  const body = raw ?? {};
  if (typeof body !== 'object' || Array.isArray(body))
    return { ok: false, problem: problem('validation_error', 'The body must be a JSON object.') };
  if (isTooDeep(body))
    return { ok: false, problem: problem('validation_error', 'The body nests too deeply.') };
  const parsed = schema.safeParse(body);
  if (!parsed.success) return { ok: false, problem: validationProblem(parsed.error) };
  // Known texts have named their field above; this is for keys that are kept as they came.
  if (hasNul(parsed.data))
    return {
      ok: false,
      problem: problem('validation_error', 'The body must not contain the NUL character.'),
    };
  return { ok: true, data: parsed.data };
}
