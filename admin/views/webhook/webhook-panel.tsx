import {
  Alert,
  Badge,
  Button,
  Code,
  Group,
  Paper,
  Stack,
  Switch,
  Tabs,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import type { FormBody } from '../../../schema/api/form';
import type { WebhookBody } from '../../../schema/api/webhook';
import { useDeliveryActions, useWebhook } from '../../api/deliveries';
import { useRetries } from '../../api/me';
import { BusyButton } from '../../components/busy-button';
import { CopyButton } from '../../components/copy-button';
import { Icon } from '../../components/icons';
import { notifyDone, notifyError } from '../../components/notify';
import { EmptyState, inWords, QueryState } from '../../components/query-state';
import { Restored } from '../../components/restored';
import { webhook as t } from '../../texts/webhook';
import { LastDeliveries } from './last-deliveries';
import { receiverCode } from './receiver-code';
import { SecretSection } from './secret-section';
import { TestSection } from './test-section';
import { keepWebhook, unsavedWebhook } from './unsaved';

/** The webhook of a form: where to, signed how, tested, and what became of the last ones. */
export default function WebhookPanel({ form, pro }: { form: FormBody; pro: boolean }) {
  const query = useWebhook(form.id);
  if (!pro) return <EmptyState icon="warning" title={t.pro} text={t.proText} />;
  return (
    <QueryState query={query}>
      {(webhook) => (
        <Stack maw={820} gap="lg">
          <StateNotice webhook={webhook} />
          <Address webhook={webhook} />
          <SecretSection webhook={webhook} />
          <TestSection webhook={webhook} />
          <LastDeliveries formId={form.id} />
          <ReceiverCode form={form} />
        </Stack>
      )}
    </QueryState>
  );
}

function StateNotice({ webhook }: { webhook: WebhookBody }) {
  const { changeWebhook } = useDeliveryActions();
  const retries = useRetries();
  const resume = () =>
    changeWebhook.mutate(
      { formId: webhook.form_id, enabled: true },
      { onSuccess: () => notifyDone(t.resumed), onError: notifyError },
    );
  if (webhook.state === 'paused')
    return (
      <Alert color="red" title={t.paused} icon={<Icon name="warning" />}>
        <Stack align="flex-start" gap="xs">
          {t.pausedText(webhook.paused_reason ?? '')}
          <Button size="xs" onClick={resume} loading={changeWebhook.isPending}>
            {t.resume}
          </Button>
        </Stack>
      </Alert>
    );
  if (webhook.failing_since !== null && webhook.state === 'active')
    return (
      <Alert color="yellow" title={t.failing} icon={<Icon name="warning" />}>
        {retries && t.failingText(webhook.failed_attempts, retries.pauseAfterDays)}
      </Alert>
    );
  return null;
}

function Address({ webhook }: { webhook: WebhookBody }) {
  const { changeWebhook } = useDeliveryActions();
  const [kept] = useState(() => unsavedWebhook(webhook.form_id));
  const [url, setUrl] = useState(kept?.url ?? webhook.url ?? '');
  const [enabled, setEnabled] = useState(kept?.enabled ?? webhook.enabled);
  const dirty = url !== (webhook.url ?? '') || enabled !== webhook.enabled;
  useEffect(
    () => keepWebhook(webhook.form_id, dirty ? { url, enabled } : undefined),
    [url, enabled, dirty, webhook.form_id],
  );
  const take = (from: WebhookBody) => {
    setUrl(from.url ?? '');
    setEnabled(from.enabled);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changeWebhook.mutate(
      {
        formId: webhook.form_id,
        url: url.trim() || null,
        ...(enabled === webhook.enabled ? {} : { enabled }),
      },
      {
        onSuccess: (saved) => {
          take(saved);
          notifyDone(t.saved);
        },
      },
    );
  };
  return (
    <Paper withBorder p="lg" component="form" onSubmit={submit as never}>
      <Stack>
        <Intro state={webhook.state} />
        {kept && dirty && <Restored discard={() => take(webhook)} />}
        <TextInput
          label={t.url}
          type="url"
          placeholder="https://example.com/hook"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={changeWebhook.error ? inWords(changeWebhook.error) : undefined}
        />
        <Switch
          label={t.enabled}
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <Group>
          <BusyButton type="submit" inactive={!dirty} busy={changeWebhook.isPending}>
            {t.save}
          </BusyButton>
        </Group>
      </Stack>
    </Paper>
  );
}

function Intro({ state }: { state: WebhookBody['state'] }) {
  const retries = useRetries();
  return (
    <Group justify="space-between">
      <Text c="dimmed" size="sm" flex={1}>
        {retries && t.intro(retries.delays)}
      </Text>
      <Badge variant="light" color={state === 'active' ? 'green' : state === 'paused' ? 'red' : 'gray'}>
        {t.state[state]}
      </Badge>
    </Group>
  );
}

function ReceiverCode({ form }: { form: FormBody }) {
  const code = receiverCode(form.fields);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="svc-receiver">
      <Title order={2} size="h5" id="svc-receiver">
        {t.receiver}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t.receiverText}
      </Text>
      <Tabs defaultValue="Node">
        <Tabs.List aria-label={t.receiver}>
          {Object.keys(code).map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(code).map(([language, text]) => (
          <Tabs.Panel key={language} value={language} pt="sm">
            <Group justify="flex-end" mb="xs">
              <CopyButton text={text} />
            </Group>
            <Code block tabIndex={0}>
              {text}
            </Code>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Paper>
  );
}
