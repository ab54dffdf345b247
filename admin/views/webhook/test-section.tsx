import { Alert, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { TestDeliveryBody } from '../../../schema/api/delivery';
import type { WebhookBody } from '../../../schema/api/webhook';
import { useDeliveryActions } from '../../api/deliveries';
import { BusyButton } from '../../components/busy-button';
import { prettyJson } from '../../components/pretty-json';
import { inWords } from '../../components/query-state';
import { deliveries } from '../../texts/deliveries';
import { webhook as t } from '../../texts/webhook';

/** Sends a sample, and shows the request and what came back. */
export function TestSection({ webhook }: { webhook: WebhookBody }) {
  const { test } = useDeliveryActions();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="svc-test">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h5" id="svc-test">
            {t.test}
          </Title>
          <Text size="sm" c="dimmed">
            {webhook.url ? t.testText : t.testNeedsUrl}
          </Text>
        </div>
        <BusyButton
          onClick={() => test.mutate(webhook.form_id)}
          busy={test.isPending}
          inactive={!webhook.url}
        >
          {t.testSend}
        </BusyButton>
      </Group>
      <div role="status">
        {test.error && (
          <Alert color="red" mt="md">
            {inWords(test.error)}
          </Alert>
        )}
        {test.data && <Verdict sent={test.data} />}
      </div>
      {test.data && <Exchange sent={test.data} />}
    </Paper>
  );
}

function Verdict({ sent }: { sent: TestDeliveryBody }) {
  const [attempt] = sent.attempts;
  const ok = sent.status === 'succeeded';
  return (
    <Alert mt="md" color={ok ? 'green' : 'red'} title={ok ? t.testOk : t.testFailed}>
      {attempt &&
        [
          attempt.response_status === null ? attempt.message : deliveries.answer(attempt.response_status),
          deliveries.took(attempt.duration_ms),
        ].join(' · ')}
    </Alert>
  );
}

/** Outside of what is announced: nobody wants to hear all headers. */
function Exchange({ sent }: { sent: TestDeliveryBody }) {
  const [attempt] = sent.attempts;
  return (
    <Stack mt="md" gap="sm">
      {sent.request && (
        <Block
          title={t.request}
          text={[
            `POST ${sent.request.url}`,
            ...lines(sent.request.headers),
            '',
            prettyJson(sent.payload ?? ''),
          ].join('\n')}
        />
      )}
      {sent.answer && (
        <Block
          title={t.response}
          text={[
            `HTTP ${attempt?.response_status ?? ''}`,
            ...lines(sent.answer.headers),
            '',
            sent.answer.body,
          ].join('\n')}
        />
      )}
    </Stack>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Code block tabIndex={0} mah={360} style={{ overflow: 'auto' }}>
        {text}
      </Code>
    </div>
  );
}

function lines(headers: Record<string, string>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
