import { z } from 'zod';
import { ERRORS } from '../../schema/api/error';
import type { Endpoint } from '../http/endpoint';
import type { Route } from '../route';
import { namespaceUrl } from '../namespace-url';

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

const error = {
  description: 'An error of the catalogue',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'message', 'data'],
        properties: {
          code: { type: 'string', enum: Object.keys(ERRORS) },
          message: { type: 'string' },
          data: {
            type: 'object',
            required: ['status'],
            properties: { status: { type: 'integer' }, field: { type: 'string' } },
          },
        },
      },
    },
  },
};

const submission = {
  type: 'object',
  required: ['form_id', 'nonce', 'fields'],
  properties: {
    form_id: { type: 'integer' },
    nonce: { type: 'string' },
    fields: { type: 'object' },
    page_url: { type: 'string' },
  },
};

/** GET /openapi.json: the route table as OpenAPI 3.1. */
export function openApiEndpoint(routes: () => readonly Route[]): Endpoint {
  return {
    summary: 'This description',
    async run({ context }) {
      const paths: Record<string, Record<string, unknown>> = {};
      for (const route of routes()) {
        const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
        paths[path] = { ...paths[path], [route.method]: operation(route) };
      }
      return {
        openapi: '3.1.0',
        info: { title: 'Svc Forms', version: 'v1' },
        servers: [{ url: namespaceUrl(context) }],
        paths,
        components: {
          securitySchemes: {
            applicationPassword: { type: 'http', scheme: 'basic' },
            session: { type: 'apiKey', in: 'header', name: 'X-Host-Nonce' },
            token: { type: 'http', scheme: 'bearer' },
          },
        },
      };
    },
  };
}

function operation({ method, path, access, endpoint }: Route): Record<string, unknown> {
  const parameters: unknown[] = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  for (const [name, schema] of Object.entries(endpoint.query?.shape ?? {}))
    parameters.push({
      name,
      in: 'query',
      required: !schema.safeParse(undefined).success,
      schema: jsonSchema(schema),
    });
  return {
    operationId: `${method}${path.replaceAll(/[^a-z]+([a-z]?)/gi, (_, letter: string) => letter.toUpperCase())}`,
    summary: endpoint.summary,
    ...(access === 'public'
      ? { security: [] }
      : { security: [{ applicationPassword: [] }, { session: [] }, { token: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBody(endpoint.body) } : {}),
    responses: { [endpoint.status ?? 200]: { description: 'Success' }, default: error },
  };
}

function requestBody(body: NonNullable<Endpoint['body']>): Record<string, unknown> {
  const schema = body === 'submission' ? submission : jsonSchema(body);
  const types = body === 'submission' ? ['application/json', 'multipart/form-data'] : ['application/json'];
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}
