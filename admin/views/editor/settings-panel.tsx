import { NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { LANGUAGES } from '../../../schema/api/texts';
import type { FormSettings } from '../../../schema/api/form-settings';
import { editor as t } from '../../texts/editor';
import { forms } from '../../texts/forms';
import type { Editor } from './use-editor';

const names = new Intl.DisplayNames('en', { type: 'language' });

type Key = Exclude<keyof typeof t.settings, 'status' | 'languageAuto'>;

/** Everything about a form that is not a field. */
export function SettingsPanel({ editor }: { editor: Editor }) {
  const { draft, apply, problems } = editor;
  const [statusLabel, statusText] = t.settings.status;
  return (
    <Stack maw={620}>
      <TextInput
        label={t.titleLabel}
        value={draft.title}
        maxLength={200}
        required
        error={problems.get('title')}
        onChange={(event) => apply({ type: 'set', values: { title: event.currentTarget.value } })}
      />
      <Select
        label={statusLabel}
        description={statusText}
        value={draft.status}
        allowDeselect={false}
        data={Object.entries(forms.status).map(([value, label]) => ({ value, label }))}
        onChange={(status) => apply({ type: 'set', values: { status: status as typeof draft.status } })}
      />
      <Answers {...settingInputs(editor)} />
      <Spam {...settingInputs(editor)} />
    </Stack>
  );
}

interface Inputs {
  settings: FormSettings;
  set: (values: { [Name in Key]?: FormSettings[Name] | undefined }) => void;
  words: (key: Key) => { label: string; description: string; error: string | undefined };
}

function settingInputs({ draft, apply, problems }: Editor): Inputs {
  return {
    settings: draft.settings,
    set(values) {
      const merged = Object.entries({ ...draft.settings, ...values }).filter(
        ([, value]) => value !== undefined && value !== '',
      );
      apply({ type: 'set', values: { settings: Object.fromEntries(merged) } });
    },
    words(key) {
      const [label, description] = t.settings[key];
      return { label, description, error: problems.get(`settings.${key}`) };
    },
  };
}

function Answers({ settings, set, words }: Inputs) {
  return (
    <>
      <TextInput
        {...words('notification_email')}
        type="email"
        value={settings.notification_email ?? ''}
        onChange={(event) => set({ notification_email: event.currentTarget.value })}
      />
      <Textarea
        {...words('success_message')}
        autosize
        minRows={2}
        value={settings.success_message ?? ''}
        onChange={(event) => set({ success_message: event.currentTarget.value })}
      />
      <TextInput
        {...words('redirect_url')}
        type="url"
        placeholder="https://"
        value={settings.redirect_url ?? ''}
        onChange={(event) => set({ redirect_url: event.currentTarget.value })}
      />
      <Select
        {...words('language')}
        value={settings.language ?? ''}
        allowDeselect={false}
        data={[
          { value: '', label: t.settings.languageAuto },
          ...LANGUAGES.map((code) => ({ value: code as string, label: names.of(code) ?? code })),
        ]}
        onChange={(language) => set({ language: (language || undefined) as FormSettings['language'] })}
      />
    </>
  );
}

function Spam({ settings, set, words }: Inputs) {
  return (
    <>
      <Switch
        {...words('honeypot')}
        checked={settings.honeypot === true}
        onChange={(event) => set({ honeypot: event.currentTarget.checked })}
      />
      <NumberInput
        {...words('min_seconds')}
        min={0}
        max={3600}
        value={settings.min_seconds ?? ''}
        onChange={(value) => set({ min_seconds: value === '' ? undefined : Number(value) })}
      />
    </>
  );
}
