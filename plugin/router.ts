import express, { type RequestHandler, type Router } from 'express';
import { allow, authorize, offerNonce, userOf, type Access } from './auth/authorize';
import type { Endpoint } from './http/endpoint';
import { crossOrigin } from './http/cross-origin';
import { errorDoor } from './http/error-door';
import { jsonBody } from './http/json-body';
import { problem } from './http/problem';
import { send } from './http/reply';
import { submissionBody } from './http/submission-body';
import { adminAsset, clientScript, clientStyle } from './routes/assets';
import {
  getDeliveries,
  getDeliveriesHealth,
  getDelivery,
  postRedeliver,
  postRedeliverFailed,
} from './routes/deliveries';
import {
  getAdjacentEntries,
  getEntries,
  getEntriesExport,
  getEntry,
  patchEntry,
  postEntriesBulk,
  removeEntry,
} from './routes/entries';
import { getForm, getForms, postForm, putForm, removeForm } from './routes/forms';
import { getMe, getStats } from './routes/stats';
import { openApiEndpoint } from './routes/openapi';
import { getEmbed, getNonce, postSubmit } from './routes/submit';
import { getWebhook, postWebhookSecret, postWebhookTest, putWebhook } from './routes/webhook';
import type { Method, Route } from './route';
import type { Service } from './service';

const row = (method: Method, path: string, access: Access, endpoint: Endpoint): Route => ({
  method,
  path,
  access,
  endpoint,
});

const forms = allow('manage_forms');
const formNames = allow('manage_forms', 'read_entries');
const entries = allow('read_entries');
const webhooks = allow('manage_webhooks');
const anybody = allow('manage_forms', 'read_entries', 'delete_entries', 'manage_webhooks');

/** Every route, relative to `{base_url}/svc-forms/v1`. Source: specification, Endpoints; design, namespace extras. */
export const ROUTES: readonly Route[] = [
  // First: Express tries one after the other, and this is the one that must be fast.
  row('post', '/submit', 'public', postSubmit),
  row('get', '/forms', formNames, getForms),
  row('post', '/forms', forms, postForm),
  row('get', '/forms/:id', formNames, getForm),
  row('put', '/forms/:id', forms, putForm),
  row('delete', '/forms/:id', forms, removeForm),
  row('get', '/forms/:id/webhook', webhooks, getWebhook),
  row('put', '/forms/:id/webhook', webhooks, putWebhook),
  row('post', '/forms/:id/webhook/secret', webhooks, postWebhookSecret),
  row('post', '/forms/:id/webhook/test', webhooks, postWebhookTest),
  row('get', '/entries', entries, getEntries),
  row('get', '/entries/export', entries, getEntriesExport),
  row('post', '/entries/bulk', allow('delete_entries', 'read_entries'), postEntriesBulk),
  row('get', '/entries/:id', entries, getEntry),
  row('get', '/entries/:id/adjacent', entries, getAdjacentEntries),
  row('patch', '/entries/:id', entries, patchEntry),
  row('delete', '/entries/:id', allow('delete_entries'), removeEntry),
  row('get', '/deliveries', webhooks, getDeliveries),
  row('get', '/deliveries/health', webhooks, getDeliveriesHealth),
  row('post', '/deliveries/redeliver', webhooks, postRedeliverFailed),
  row('get', '/deliveries/:id', webhooks, getDelivery),
  row('post', '/deliveries/:id/redeliver', webhooks, postRedeliver),
  row('get', '/me', anybody, getMe),
  row('get', '/stats', entries, getStats),
  row('get', '/nonce', 'public', getNonce),
  row('get', '/forms/:id/embed', 'public', getEmbed),
  row('get', '/assets/svc-forms.js', 'public', clientScript),
  row('get', '/assets/svc-forms.css', 'public', clientStyle),
  row('get', '/assets/admin/:file', 'public', adminAsset),
  row(
    'get',
    '/openapi.json',
    'public',
    openApiEndpoint(() => ROUTES),
  ),
];

/** Mounted by the host at `{base_url}/svc-forms/v1`. Order: authenticate, nonce, authorize, parse, handle. */
export function createRouter(service: Service): Router {
  const { context } = service;
  const router = express.Router({ caseSensitive: true });
  const json = jsonBody(context.options.maxBodyBytes);
  const submission = submissionBody(context.options);
  for (const { method, path, access, endpoint } of ROUTES) {
    const body = endpoint.body === 'submission' ? [submission] : endpoint.body ? [json] : [];
    const guard = access === 'public' ? crossOrigin(context) : authorize(context, access);
    // All of a route in one layer: Express asks every layer on the way whether it is meant.
    router[method](path, commonHeaders, guard, ...body, async (request, response) => {
      await send(response, await endpoint.run(service, request, userOf(request)));
    });
    if (access === 'public') router.all(path, commonHeaders, guard);
  }
  router.use(commonHeaders);
  router.use(offerNonce(context));
  router.use((request, _response, next) => {
    // OPTIONS falls through to Express, which answers with Allow.
    next(request.method === 'OPTIONS' ? undefined : problem('not_found'));
  });
  router.use(errorDoor(context.host.logger));
  return router;
}

const commonHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Robots-Tag', 'noindex');
  next();
};
