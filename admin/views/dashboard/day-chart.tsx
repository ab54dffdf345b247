import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import type { DayBody } from '../../../schema/api/stats';
import { formatDay, formatNumber } from '../../texts/common';
import { dashboard as t } from '../../texts/dashboard';
import type { Series } from './series';

const COLOURS: Record<Series, string> = {
  submissions: 'indigo.6',
  spam: 'orange.6',
  succeeded: 'teal.6',
  failed: 'red.6',
};

/** Bars by day, and the same as a table for those who do not see them. */
export default function DayChart({
  days,
  series,
  title,
}: {
  days: DayBody[];
  series: Series[];
  title: string;
}) {
  const data = days.map((day) => ({ ...day, day: formatDay(day.date) }));
  return (
    <>
      <div aria-hidden="true">
        <BarChart
          h={220}
          data={data}
          dataKey="day"
          type="stacked"
          series={series.map((name) => ({ name, label: t.series[name], color: COLOURS[name] }))}
          valueFormatter={formatNumber}
          tickLine="none"
          withLegend
          yAxisProps={{ allowDecimals: false, width: 36 }}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <details>
        <summary>{t.asTable}</summary>
        <Table fz="sm" aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.day}</Table.Th>
              {series.map((name) => (
                <Table.Th key={name}>{t.series[name]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((day) => (
              <Table.Tr key={day.date}>
                <Table.Td>{day.day}</Table.Td>
                {series.map((name) => (
                  <Table.Td key={name}>{formatNumber(day[name])}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  );
}
