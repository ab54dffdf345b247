import { Alert, Button, Code, Group, Paper, PasswordInput, Text, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { WebhookBody } from '../../../schema/api/webhook';
import { useDeliveryActions } from '../../api/deliveries';
import { CopyButton } from '../../components/copy-button';
import { notifyDone, notifyError } from '../../components/notify';
import { inWords } from '../../components/query-state';
import { common, formatTime } from '../../texts/common';
import { webhook as t } from '../../texts/webhook';

/** Makes, replaces and removes the secret; a new one is shown once. */
export function SecretSection({ webhook }: { webhook: WebhookBody }) {
  const { makeSecret, changeWebhook } = useDeliveryActions();
  const [shown, setShown] = useState<string | null>(null);
  const [own, setOwn] = useState(false);
  const make = () =>
    makeSecret.mutate(webhook.form_id, { onSuccess: ({ secret }) => setShown(secret), onError: notifyError });
  const remove = () =>
    confirm(t.secretRemoveAsk) &&
    changeWebhook.mutate(
      { formId: webhook.form_id, secret: null },
      { onSuccess: () => notifyDone(t.secretRemoved), onError: notifyError },
    );
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
        <OwnSecret formId={webhook.form_id} close={() => setOwn(false)} />
      ) : (
        <Group>
          <Button variant="default" onClick={make} loading={makeSecret.isPending}>
            {webhook.has_secret ? t.secretRotate : t.secretMake}
          </Button>
          <Button variant="subtle" onClick={() => setOwn(true)}>
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

function OwnSecret({ formId, close }: { formId: number; close: () => void }) {
  const { changeWebhook } = useDeliveryActions();
  const [secret, setSecret] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changeWebhook.mutate(
      { formId, secret },
      {
        onSuccess: () => {
          notifyDone(t.secretSaved);
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
        data-autofocus
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
