import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Badge, Collapse, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import type { FormField } from '../../../schema/api/form-field';
import { Icon, type IconName } from '../../components/icons';
import { editor as t } from '../../texts/editor';
import type { DraftField } from './draft';
import { cardId, labelId } from './element-ids';
import { FieldProperties } from './field-properties';

interface Props {
  item: DraftField;
  index: number;
  count: number;
  earlier: FormField[];
  problems: Map<string, string>;
  opened: boolean;
  toggle: () => void;
  edit: (values: Partial<FormField>) => void;
  move: (to: number) => void;
  duplicate: () => void;
  remove: () => void;
}

/** One field: a line to sort and open, and its properties below. */
export function FieldCard(props: Props) {
  const { item, problems, opened } = props;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: item.key,
    });
  const label = item.field.label || t.types[item.field.type][0];
  const style = { transform: CSS.Translate.toString(transform), transition, listStyle: 'none' };
  return (
    <Paper
      component="li"
      withBorder
      p="xs"
      ref={setNodeRef}
      style={style}
      className={isDragging ? 'svc-dragging' : ''}
      shadow={isDragging ? 'md' : undefined}
    >
      <Group wrap="nowrap" gap="xs">
        <ActionIcon
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          variant="subtle"
          color="gray"
          aria-label={t.drag(label)}
          style={{ cursor: 'grab', touchAction: 'none' }}
        >
          <Icon name="grip" />
        </ActionIcon>
        <Summary {...props} label={label} />
        <Buttons {...props} label={label} />
      </Group>
      <Collapse expanded={opened}>
        {opened && (
          <FieldProperties
            labelId={labelId(item.key)}
            field={item.field}
            earlier={props.earlier}
            problems={problems}
            edit={props.edit}
          />
        )}
      </Collapse>
    </Paper>
  );
}

function Summary({ item, problems, opened, toggle, label }: Props & { label: string }) {
  const { field } = item;
  return (
    <UnstyledButton
      id={cardId(item.key)}
      onClick={toggle}
      aria-expanded={opened}
      aria-label={t.open(label)}
      style={{ flex: 1, minWidth: 0 }}
    >
      <Group gap="xs">
        <Text fw={600} truncate maw="100%">
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {t.types[field.type][0]}
        </Text>
        {field.required && <Badge size="xs">{t.required}</Badge>}
        {field.show_when && (
          <Badge size="xs" color="grape">
            {t.conditional}
          </Badge>
        )}
        {problems.size > 0 && (
          <Text size="xs" c="var(--mantine-color-error)">
            {[...problems.values()][0]}
          </Text>
        )}
      </Group>
    </UnstyledButton>
  );
}

function Buttons({ index, count, move, duplicate, remove, label }: Props & { label: string }) {
  const buttons: [IconName, string, () => void, disabled?: boolean][] = [
    ['up', t.moveUp(label), () => move(index - 1), index === 0],
    ['down', t.moveDown(label), () => move(index + 1), index === count - 1],
    ['copy', t.duplicate(label), duplicate],
    ['trash', t.remove(label), remove],
  ];
  return (
    <Group gap={2} wrap="nowrap">
      {buttons.map(([icon, name, act, disabled = false]) => (
        <ActionIcon
          key={icon}
          variant="subtle"
          color="gray"
          aria-label={name}
          title={name}
          // Not `disabled`: the focus would be lost at either end of the list.
          data-disabled={disabled || undefined}
          aria-disabled={disabled}
          onClick={disabled ? undefined : act}
        >
          <Icon name={icon} />
        </ActionIcon>
      ))}
    </Group>
  );
}
