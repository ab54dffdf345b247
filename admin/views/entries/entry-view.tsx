import { Alert, Anchor, Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { SingleEntryBody } from '../../../schema/api/entry';
import { ENTRY_FILTERS, useAdjacent, useBulk, useEntry, type EntryFilters } from '../../api/entries';
import { useFormTitle } from '../../api/forms';
import { useMay } from '../../api/me';
import { queryText } from '../../api/query-text';
import { useFilters } from '../../components/filters';
import { Icon } from '../../components/icons';
import { useListKeys } from '../../components/list-keys';
import { PageHeader } from '../../components/page-header';
import { QueryState } from '../../components/query-state';
import { Time } from '../../components/time';
import { entries as t } from '../../texts/entries';
import { useChoiceLabels } from './choice-labels';
import { EntryDeliveries } from './entry-deliveries';
import { useEntryActions } from './use-entry-actions';
import { Value } from './value';

/** One entry in full. Opening it marks it as read. */
export default function EntryView({ id }: { id: number }) {
  const query = useEntry(id);
  const { mutate } = useBulk();
  const unread = query.data?.status === 'unread';
  useEffect(() => {
    if (unread) mutate({ action: 'read', ids: [id] });
    // Only when it is opened: marking it unread by hand must last.
  }, [query.isSuccess]);
  return <QueryState query={query}>{(entry) => <Entry entry={entry} />}</QueryState>;
}

function Entry({ entry }: { entry: SingleEntryBody }) {
  const mayWebhook = useMay('manage_webhooks');
  const { hidden } = useEntryActions();
  const valueOf = useChoiceLabels();
  return (
    <>
      <PageHeader title={t.entry(entry.id)}>
        <EntryButtons entry={entry} />
      </PageHeader>
      {hidden.has(entry.id) && (
        <Alert color="yellow" mb="md">
          {t.beingDeleted}
        </Alert>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper withBorder p="lg" component="section" aria-labelledby="svc-answers">
            <Title order={2} size="h5" mb="md" id="svc-answers">
              {t.values}
            </Title>
            <dl style={{ margin: 0 }}>
              {Object.entries(entry.fields).map(([id, { label }]) => (
                <Pair key={id} label={label}>
                  <Value value={valueOf(entry, id) ?? ''} />
                </Pair>
              ))}
            </dl>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <About entry={entry} />
            {mayWebhook && <EntryDeliveries entryId={entry.id} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

function EntryButtons({ entry }: { entry: SingleEntryBody }) {
  const [, navigate] = useLocation();
  const filters = useFilters(ENTRY_FILTERS.slice(1));
  const wanted = Object.fromEntries(
    ENTRY_FILTERS.map((name) => [name, filters.get(name)]),
  ) as unknown as EntryFilters;
  const { act, hidden } = useEntryActions();
  const { newer = null, older = null } = useAdjacent(entry.id, wanted, hidden).data ?? {};
  const mayDelete = useMay('delete_entries');
  const text = queryText({ ...wanted });
  const goTo = (id: number | null) => id !== null && navigate(`/entries/${id}${text}`);
  const list = () => navigate(`/entries${text}`);
  const turn = entry.status === 'read' ? 'unread' : 'read';
  const remove = () => mayDelete && act('delete', [entry], () => (older === null ? list() : goTo(older)));
  useListKeys({
    j: () => void goTo(older),
    k: () => void goTo(newer),
    u: () => act(turn, [entry]),
    Delete: () => void remove(),
  });
  return (
    <>
      <Button component={Link} href={`/entries${text}`} variant="subtle">
        {t.back}
      </Button>
      <Button
        variant="default"
        disabled={newer === null}
        onClick={() => goTo(newer)}
        leftSection={<Icon name="left" size={16} />}
      >
        {t.newer}
      </Button>
      <Button
        variant="default"
        disabled={older === null}
        onClick={() => goTo(older)}
        rightSection={<Icon name="right" size={16} />}
      >
        {t.older}
      </Button>
      <Button variant="default" onClick={() => act(turn, [entry])}>
        {t.actions[turn]}
      </Button>
      <Button variant="default" onClick={() => act(entry.spam === undefined ? 'spam' : 'not_spam', [entry])}>
        {t.actions[entry.spam === undefined ? 'spam' : 'not_spam']}
      </Button>
      <Button variant="default" onClick={() => print()}>
        {t.print}
      </Button>
      {mayDelete && (
        <Button color="red" onClick={remove}>
          {t.actions.delete}
        </Button>
      )}
    </>
  );
}

function About({ entry }: { entry: SingleEntryBody }) {
  const titleOf = useFormTitle();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="svc-about">
      <Title order={2} size="h5" mb="md" id="svc-about">
        {t.about}
      </Title>
      <dl style={{ margin: 0 }}>
        <Pair label={t.form}>
          <Anchor component={Link} className="svc-break" href={`/entries?form_id=${entry.form_id}`}>
            {titleOf(entry.form_id)}
          </Anchor>
        </Pair>
        <Pair label={t.received}>
          <Time at={entry.created_at} />
        </Pair>
        <Pair label={t.status}>{t.statuses[entry.status]}</Pair>
        {entry.spam !== undefined && <Pair label={t.spamReason}>{entry.spam}</Pair>}
        <Pair label={t.address}>{entry.ip_address}</Pair>
        <Pair label={t.page}>
          <Value value={entry.page_url} />
        </Pair>
        <Pair label={t.browser}>
          <Text size="sm" className="svc-break">
            {entry.user_agent || t.noValue}
          </Text>
        </Pair>
      </dl>
    </Paper>
  );
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group gap={2} align="flex-start" mb="md" style={{ flexDirection: 'column' }}>
      <Text component="dt" size="sm" c="dimmed" className="svc-break" maw="100%">
        {label}
      </Text>
      <dd style={{ margin: 0, maxWidth: '100%' }}>{children}</dd>
    </Group>
  );
}
