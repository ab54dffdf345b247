import { Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { optionsOf, type FormField } from '../../../schema/api/form-field';
import type { ShowWhen } from '../../../schema/api/visibility';
import { editor as t } from '../../texts/editor';

interface Props {
  field: FormField;
  /** Fields that stand before this one; only they can be asked. */
  earlier: FormField[];
  problem: string | undefined;
  edit: (values: Partial<FormField>) => void;
}

/** When the field is shown: always, or by the answer to an earlier one. */
export function Condition({ field, earlier, problem, edit }: Props) {
  const condition = field.show_when;
  const [label, description] = t.properties.show_when;
  const change = (values: Partial<ShowWhen>) => edit({ show_when: { ...condition, ...values } as ShowWhen });
  const choices = earlier
    .filter(({ type }) => type !== 'page')
    .map(({ id, label: name }) => ({ value: id, label: name }));
  const asked = earlier.find(({ id }) => id === condition?.field);
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <div>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </div>
      <Group align="flex-start">
        <Select
          aria-label={t.conditionField}
          data={[{ value: '', label: t.conditionNone }, ...choices]}
          value={condition?.field ?? ''}
          error={problem}
          allowDeselect={false}
          onChange={(id) =>
            edit({
              show_when: id ? { field: id, is: condition?.is ?? 'not_empty' } : undefined,
            } as Partial<FormField>)
          }
        />
        {condition && (
          <Select
            aria-label={t.conditionIs}
            data={Object.entries(t.conditions).map(([value, text]) => ({ value, label: text }))}
            value={condition.is}
            allowDeselect={false}
            w={150}
            onChange={(is) =>
              change({ is: is as ShowWhen['is'], value: undefined, values: undefined } as Partial<ShowWhen>)
            }
          />
        )}
        {condition && <Comparand condition={condition} asked={asked} change={change} />}
      </Group>
    </Stack>
  );
}

function Comparand(props: {
  condition: ShowWhen;
  asked: FormField | undefined;
  change: (values: Partial<ShowWhen>) => void;
}) {
  const { condition, asked, change } = props;
  if (condition.is === 'empty' || condition.is === 'not_empty') return null;
  if (condition.is === 'one_of' || condition.is === 'not_one_of')
    return (
      <Textarea
        aria-label={t.conditionValues}
        placeholder={t.conditionValues}
        autosize
        defaultValue={(condition.values ?? []).join('\n')}
        onChange={(event) =>
          change({ values: event.currentTarget.value.split('\n').filter((line) => line !== '') })
        }
      />
    );
  const options = asked ? optionsOf(asked) : [];
  if (options.length > 0)
    return (
      <Select
        aria-label={t.conditionValue}
        data={options}
        value={condition.value ?? null}
        onChange={(value) => change({ value: value ?? '' })}
      />
    );
  return (
    <TextInput
      aria-label={t.conditionValue}
      value={condition.value ?? ''}
      onChange={(event) => change({ value: event.currentTarget.value })}
    />
  );
}
