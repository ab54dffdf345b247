import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { webhookUpdate } from '../../schema/api/webhook';
import type { Context } from '../context';
import { inTransaction } from '../db/in-transaction';
import { lockForm } from '../forms/form-store';
import { refusalOfReceiver, refusalOfUrl } from '../net/address-guard';
import { HEALTHY, withSecret, type Webhook } from './webhook';
import { findWebhook, saveWebhook } from './webhook-store';

export type WebhookChange =
  | { outcome: 'saved'; webhook: Webhook }
  | { outcome: 'form_not_found' }
  | { outcome: 'invalid'; field: string; message: string };

/**
 * Changes the webhook settings that the patch names; null clears one. The URL goes through the same guard as every
 * attempt. Enabling it again resumes a paused webhook and forgets its failures.
 * Source: specification, Webhook configuration; design, webhook settings.
 */
export async function changeWebhook(
  context: Context,
  formId: number,
  patch: z.infer<typeof webhookUpdate>,
): Promise<WebhookChange> {
  const { addresses, resolve, options } = context;
  // Before the transaction: looking up a name takes as long as it takes.
  const refusal = patch.url ? await refusalOfReceiver(patch.url, addresses, resolve) : null;
  if (refusal) return { outcome: 'invalid', field: 'url', message: `url ${refusal}` };
  const change = (current: Webhook): Webhook => ({
    ...(patch.secret === undefined || isSame(context, current.secret, patch.secret)
      ? current
      : withSecret(current, encrypted(context, patch.secret), context.now(), options.secretOverlap)),
    enabled: patch.enabled ?? current.enabled,
    url: patch.url === undefined ? current.url : patch.url,
    ...(patch.enabled === true ? HEALTHY : {}),
  });
  return save(context, formId, change, patch.enabled === true);
}

/** Gives the webhook a new random secret; the old one goes on signing for a while. */
export async function rotateSecret(
  context: Context,
  formId: number,
): Promise<{ change: WebhookChange; secret: string }> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const change = await save(context, formId, (current) =>
    withSecret(current, encrypted(context, secret), context.now(), context.options.secretOverlap),
  );
  return { change, secret };
}

function encrypted({ host }: Context, secret: string | null): string | null {
  return secret === null ? null : host.secrets.encrypt(secret);
}

/** True when a client sends the secret that is stored: that is no rotation. One that cannot be read is another one. */
function isSame({ host }: Context, stored: string | null, secret: string | null): boolean {
  if (stored === null || secret === null) return stored === secret;
  try {
    return host.secrets.decrypt(stored) === secret;
  } catch {
    return false;
  }
}

function save(
  context: Context,
  formId: number,
  change: (current: Webhook) => Webhook,
  switchesOn = false,
): Promise<WebhookChange> {
  return inTransaction(context.db, async (db): Promise<WebhookChange> => {
    if (!(await lockForm(db, formId))) return { outcome: 'form_not_found' };
    const webhook = change(await findWebhook(db, formId));
    // A URL from before a change of policy: it can be switched off, not on.
    const refusal = switchesOn && webhook.url ? refusalOfUrl(webhook.url, context.addresses) : null;
    if (refusal) return { outcome: 'invalid', field: 'url', message: `url ${refusal}` };
    if (webhook.enabled && webhook.url === null)
      return { outcome: 'invalid', field: 'url', message: 'url is required when the webhook is enabled' };
    await saveWebhook(db, webhook, context.now());
    return { outcome: 'saved', webhook };
  });
}
