import {
  Anchor,
  Button,
  Grid,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { StatsBody } from '../../../schema/api/stats';
import { useMay } from '../../api/me';
import { useStats } from '../../api/stats';
import { Icon, type IconName } from '../../components/icons';
import { PageHeader } from '../../components/page-header';
import { QueryState } from '../../components/query-state';
import { dashboard as t } from '../../texts/dashboard';
import { Health } from './health';
import type { Series } from './series';

const DayChart = lazy(() => import('./day-chart'));
const PERIODS = [7, 30, 90];

/** What came in, what went out, and what waits for somebody. */
export default function DashboardView() {
  const [days, setDays] = useState(30);
  const query = useStats(days);
  const mayWebhook = useMay('manage_webhooks');
  return (
    <>
      <PageHeader title={t.title}>
        <SegmentedControl
          aria-label={t.period}
          size="xs"
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          data={PERIODS.map((count) => ({ value: String(count), label: t.days(count) }))}
        />
      </PageHeader>
      <QueryState query={query}>
        {(stats) => (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, lg: 8 }}>
              <Stack>
                <Chart title={t.submissions} stats={stats} series={['submissions', 'spam']} />
                {mayWebhook && <Chart title={t.deliveries} stats={stats} series={['succeeded', 'failed']} />}
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 4 }}>
              <Stack>
                <Attention stats={stats} />
                {mayWebhook && <Health />}
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </QueryState>
    </>
  );
}

function Chart({ title, stats, series }: { title: string; stats: StatsBody; series: Series[] }) {
  const sum = (name: Series) => stats.days.reduce((total, day) => total + day[name], 0);
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {series.map((name) => `${t.series[name]}: ${t.total(sum(name))}`).join(' · ')}
        </Text>
      </Group>
      <Suspense fallback={<Skeleton h={220} />}>
        <DayChart days={stats.days} series={series} title={title} />
      </Suspense>
    </Paper>
  );
}

function Attention({ stats }: { stats: StatsBody }) {
  const { unread, spam, deliveries, forms } = stats;
  const items: [icon: IconName, text: string, to: string][] = [];
  for (const { form_id, title } of deliveries?.paused_webhooks ?? [])
    items.push(['warning', t.paused(title), `/forms/${form_id}/webhook`]);
  if (deliveries && deliveries.failed > 0)
    items.push(['deliveries', t.failed(deliveries.failed), '/deliveries?status=failed']);
  if (unread > 0) items.push(['entries', t.unread(unread), '/entries?status=unread']);
  if (spam > 0) items.push(['trash', t.spam(spam), '/entries?spam=only']);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="svc-attention">
      <Title order={2} size="h5" mb="md" id="svc-attention">
        {t.attention}
      </Title>
      {items.length === 0 && <Text c="dimmed">{t.nothing}</Text>}
      <Stack gap="sm">
        {items.map(([icon, text, to]) => (
          <Group key={to} gap="xs" wrap="nowrap">
            <Icon name={icon} />
            <Anchor component={Link} href={to}>
              {text}
            </Anchor>
          </Group>
        ))}
        {forms === 0 && (
          <Button component={Link} href="/forms">
            {t.firstForm}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
