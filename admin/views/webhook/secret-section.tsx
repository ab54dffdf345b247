import { Alert, Button, Code, Group, Paper, PasswordInput, Text, Title } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import type { WebhookBody } from '../../../schema/api/webhook';
import { useDeliveryActions } from '../../api/deliveries';
import { BusyButton } from '../../components/busy-button';
import { CopyButton } from '../../components/copy-button';
import { focusSoon } from '../../components/focus';
import { holdNavigation } from '../../components/leave-guard';
import { notifyDone, notifyError } from '../../components/notify';
import { inWords } from '../../components/query-state';
import { common, formatTime } from '../../texts/common';
import { webhook as t } from '../../texts/webhook';

const OWN = 'svc-own-secret';

/** Makes, replaces and removes the secret; a new one is shown once. */
export function SecretSection({ webhook }: { webhook: WebhookBody }) {
  const { makeSecret, changeWebhook } = useDeliveryActions();
  const [shown, setShown] = useState<string | null>(null);
  const [own, setOwn] = useState(false);
  const make = () =>
    makeSecret.mutate(webhook.form_id, { onSuccess: ({ secret }) => setShown(secret), onError: notifyError });
  // A secret that signs no more must not be copied.
  const replaced = (say: string) => {
    setShown(null);
    notifyDone(say);
  };
  const remove = () =>
    confirm(t.secretRemoveAsk) &&
    changeWebhook.mutate(
      { formId: webhook.form_id, secret: null },
      { onSuccess: () => replaced(t.secretRemoved), onError: notifyError },
    );
  const closeOwn = () => {
    setOwn(false);
    focusSoon(OWN);
  };
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="svc-secret">
      <Title order={2} size="h5" mb="xs" id="svc-secret">
        {t.secret}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {webhook.has_secret ? t.secretSet : t.secretNone}{' '}
        {webhook.previous_secret_until && t.secretOverlap(formatTime(webhook.previous_secret_until))}
      </Text>
      {shown && (
        <Alert color="green" mb="sm" role="status" title={t.secretShown}>
          <Group>
            <Code className="svc-break">{shown}</Code>
            <CopyButton text={shown} />
          </Group>
        </Alert>
      )}
      {own ? (
        <OwnSecret formId={webhook.form_id} saved={() => replaced(t.secretSaved)} close={closeOwn} />
      ) : (
        <Group>
          <BusyButton variant="default" onClick={make} busy={makeSecret.isPending}>
            {webhook.has_secret ? t.secretRotate : t.secretMake}
          </BusyButton>
          <Button id={OWN} variant="subtle" onClick={() => setOwn(true)}>
            {t.secretOwn}
          </Button>
          {webhook.has_secret && (
            <Button variant="subtle" color="red" onClick={() => void remove()}>
              {t.secretRemove}
            </Button>
          )}
        </Group>
      )}
    </Paper>
  );
}

function OwnSecret({ formId, saved, close }: { formId: number; saved: () => void; close: () => void }) {
  const { changeWebhook } = useDeliveryActions();
  const [secret, setSecret] = useState('');
  useEffect(() => (secret === '' ? undefined : holdNavigation(t.leave)), [secret]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changeWebhook.mutate(
      { formId, secret },
      {
        onSuccess: () => {
          saved();
          close();
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <PasswordInput
        label={t.secretOwnLabel}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
        error={changeWebhook.error ? inWords(changeWebhook.error) : undefined}
        autoComplete="off"
        required
        mb="sm"
        // Asked for with the button that it takes the place of.
        autoFocus
      />
      <Group>
        <Button type="submit" loading={changeWebhook.isPending}>
          {common.save}
        </Button>
        <Button variant="default" onClick={close}>
          {common.cancel}
        </Button>
      </Group>
    </form>
  );
}
