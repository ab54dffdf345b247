import { NumberInput, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { optionsOf, type FieldOption, type FieldType, type FormField } from '../../../schema/api/form-field';
import { editor as t } from '../../texts/editor';
import { Condition } from './condition';

type Property = Exclude<keyof typeof t.properties, 'show_when'>;
type Kind = 'line' | 'lines' | 'number' | 'date' | 'switch' | 'options' | 'list' | 'megabytes';

const TYPED: [Property, Kind][] = [
  ['placeholder', 'line'],
  ['default', 'line'],
  ['min_length', 'number'],
  ['max_length', 'number'],
  ['autocomplete', 'line'],
];
const CHOSEN: [Property, Kind][] = [
  ['options', 'options'],
  ['default', 'line'],
];

/** What a type has besides label, key, required, help and condition. */
const PROPERTIES: Record<FieldType, [Property, Kind][]> = {
  text: TYPED,
  textarea: TYPED,
  email: TYPED,
  tel: TYPED,
  url: TYPED,
  number: [
    ['placeholder', 'line'],
    ['default', 'line'],
    ['min', 'number'],
    ['max', 'number'],
    ['step', 'number'],
  ],
  date: [
    ['default', 'date'],
    ['min', 'date'],
    ['max', 'date'],
  ],
  select: CHOSEN,
  radio: CHOSEN,
  checkbox: CHOSEN,
  file: [
    ['accept', 'list'],
    ['max_size', 'megabytes'],
  ],
  hidden: [['default', 'line']],
  page: [],
};

interface Props {
  field: FormField;
  labelId: string;
  earlier: FormField[];
  problems: Map<string, string>;
  edit: (values: Partial<FormField>) => void;
}

/** Every property of one field, with help, and the server's complaints while typing. */
export function FieldProperties({ field, labelId, earlier, problems, edit }: Props) {
  const input = ([property, kind]: [Property, Kind]) => (
    <PropertyInput
      key={property}
      {...{ field, property, kind, edit }}
      id={property === 'label' ? labelId : undefined}
      problem={problems.get(property)}
    />
  );
  const takesValue = field.type !== 'page';
  return (
    <Stack p="sm" gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {input(['label', 'line'])}
        {input(['id', 'line'])}
      </SimpleGrid>
      {takesValue && field.type !== 'hidden' && input(['required', 'switch'])}
      {field.type !== 'hidden' && input(['help', 'line'])}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>{PROPERTIES[field.type].map(input)}</SimpleGrid>
      {takesValue && <Condition {...{ field, earlier, edit }} problem={problems.get('show_when')} />}
    </Stack>
  );
}

interface InputProps {
  field: FormField;
  property: Property;
  kind: Kind;
  id?: string | undefined;
  problem: string | undefined;
  edit: (values: Partial<FormField>) => void;
}

function PropertyInput({ field, property, kind, id, problem, edit }: InputProps) {
  const [label, description] = t.properties[property];
  const value = field[property];
  const change = (next: unknown) => edit({ [property]: next } as Partial<FormField>);
  const common = { ...(id ? { id } : {}), label, description: description || undefined, error: problem };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (kind) {
    case 'switch':
      return (
        <Switch
          {...common}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => change(next === '' ? undefined : Number(next))}
        />
      );
    case 'megabytes':
      return (
        <NumberInput
          {...common}
          min={0.1}
          decimalScale={1}
          value={typeof value === 'number' ? value / 1_048_576 : ''}
          onChange={(next) => change(next === '' ? undefined : Math.round(Number(next) * 1_048_576))}
        />
      );
    case 'date':
      return (
        <TextInput
          {...common}
          type="date"
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
    case 'options':
      return (
        <LinesInput {...common} value={optionLines(field)} onChange={(lines) => change(optionsIn(lines))} />
      );
    case 'list':
      return (
        <TextInput
          {...common}
          defaultValue={(field.accept ?? []).join(', ')}
          onBlur={(event) => change(words(event.currentTarget.value))}
        />
      );
    default:
      return <TextInput {...common} value={text} onChange={(event) => change(event.currentTarget.value)} />;
  }
}

/** Keeps what is typed, empty lines too, while only the lines with text count. */
function LinesInput(props: {
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  value: string;
  onChange: (lines: string[]) => void;
}) {
  const { value, onChange, ...rest } = props;
  return (
    <Textarea
      {...rest}
      autosize
      minRows={3}
      maxRows={12}
      defaultValue={value}
      onChange={(event) => onChange(event.currentTarget.value.split('\n'))}
    />
  );
}

function optionLines(field: FormField): string {
  return optionsOf(field)
    .map(({ value, label }) => (value === label ? value : `${value} | ${label}`))
    .join('\n');
}

function optionsIn(lines: string[]): FieldOption[] | undefined {
  const options = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): FieldOption => {
      const [, value, label] = /^(.*?)\|(.+)$/.exec(line) ?? [];
      return value?.trim() && label?.trim() ? { value: value.trim(), label: label.trim() } : line;
    });
  return options.length > 0 ? options : undefined;
}

function words(text: string): string[] | undefined {
  const list = text.split(/[,\s]+/).filter((word) => word !== '');
  return list.length > 0 ? list : undefined;
}
