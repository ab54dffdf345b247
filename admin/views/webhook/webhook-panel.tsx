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
import { holdNavigation } from '../../components/leave-guard';
import { Icon } from '../../components/icons';
import { notifyDone, notifyError } from '../../components/notify';
import { EmptyState, inWords, QueryState } from '../../components/query-state';
import { webhook as t } from '../../texts/webhook';
import { LastDeliveries } from './last-deliveries';
import { receiverCode } from './receiver-code';
import { SecretSection } from './secret-section';
import { TestSection } from './test-section';

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

/** What was typed and not saved, by form: it is there again after a look at another tab. */
const typed = new Map<number, { url: string; enabled: boolean }>();

function Address({ webhook }: { webhook: WebhookBody }) {
  const { changeWebhook } = useDeliveryActions();
  const retries = useRetries();
  const [url, setUrl] = useState(typed.get(webhook.form_id)?.url ?? webhook.url ?? '');
  const [enabled, setEnabled] = useState(typed.get(webhook.form_id)?.enabled ?? webhook.enabled);
  const dirty = url !== (webhook.url ?? '') || enabled !== webhook.enabled;
  useEffect(() => {
    if (dirty) typed.set(webhook.form_id, { url, enabled });
    else typed.delete(webhook.form_id);
  }, [url, enabled, dirty, webhook.form_id]);
  useEffect(() => (dirty ? holdNavigation(t.leave) : undefined), [dirty]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changeWebhook.mutate(
      {
        formId: webhook.form_id,
        url: url.trim() || null,
        ...(enabled === webhook.enabled ? {} : { enabled }),
      },
      { onSuccess: () => notifyDone(t.saved) },
    );
  };
  return (
    <Paper withBorder p="lg" component="form" onSubmit={submit as never}>
      <Stack>
        <Group justify="space-between">
          <Text c="dimmed" size="sm" flex={1}>
            {retries && t.intro(retries.delays)}
          </Text>
          <Badge
            variant="light"
            color={webhook.state === 'active' ? 'green' : webhook.state === 'paused' ? 'red' : 'gray'}
          >
            {t.state[webhook.state]}
          </Badge>
        </Group>
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
