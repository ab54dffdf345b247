import { Anchor, Text } from '@mantine/core';
import type { FieldValue } from '../../../schema/api/entry';
import { entries as t } from '../../texts/entries';

/** A value on one line, for tables. */
export function valueText(value: FieldValue | undefined): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? value.name : String(value);
}

/** A value in full: lines stay lines, files and addresses are links. */
export function Value({ value }: { value: FieldValue }) {
  if (Array.isArray(value) && value.length > 0)
    return (
      <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
        {value.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    );
  if (typeof value === 'object' && !Array.isArray(value))
    return (
      <>
        <Anchor href={value.url} target="_blank" rel="noreferrer">
          {value.name}
        </Anchor>{' '}
        <Text span c="dimmed" size="sm">
          {t.bytes(value.size)}
        </Text>
      </>
    );
  const text = valueText(value);
  if (text === '')
    return (
      <Text c="dimmed" fs="italic">
        {t.noValue}
      </Text>
    );
  if (/^https?:\/\/\S+$/.test(text))
    return (
      <Anchor href={text} target="_blank" rel="noreferrer noopener nofollow" className="svc-break">
        {text}
      </Anchor>
    );
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return <Anchor href={`mailto:${text}`}>{text}</Anchor>;
  return <Text className="svc-break">{text}</Text>;
}
