import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/client';
import { useFormChanges, type VersionedForm } from '../../api/forms';
import { notifyDone, notifyError } from '../../components/notify';
import { editor as t } from '../../texts/editor';
import {
  changed,
  complaints,
  contentOf,
  draftOf,
  rebased,
  settingsPatch,
  type Change,
  type Draft,
} from './draft';
import { holdNavigation } from '../../components/leave-guard';

/** Drafts that were left unsaved, by form and the version they began with: Back does not ask. */
const left = new Map<number, { etag: string; draft: Draft }>();

type Refusal = 'conflict' | 'gone';

/** Errors that a dialog offers ways out of. */
const REFUSALS: Partial<Record<ApiError['code'], Refusal>> = { edit_conflict: 'conflict', not_found: 'gone' };

/** Why saving was refused, when there is something to decide; other errors are said. */
function useRefusal() {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const refuse = (error: unknown) => {
    const reason = error instanceof ApiError && REFUSALS[error.code];
    if (reason) setRefused(reason);
    else notifyError(error);
  };
  return { refused, refuse, dismiss: () => setRefused(null) };
}

/** The editor of one form: draft, complaints, and saving against the version that it began with. */
export function useEditor(loaded: VersionedForm) {
  const { id } = loaded.form;
  const [kept] = useState(() => left.get(id));
  // With the version that it began with: had somebody else saved meanwhile, saving says so.
  const [base, setBase] = useState(kept ? { ...loaded, etag: kept.etag } : loaded);
  const [draft, setDraft] = useState(() => kept?.draft ?? draftOf(loaded.form));
  const [restored, setRestored] = useState(kept !== undefined);
  const { refused, refuse, dismiss } = useRefusal();
  const { change } = useFormChanges();

  const dirty = useMemo(() => !isSame(draft, draftOf(base.form)), [draft, base]);
  const problems = useMemo(() => complaints(draft), [draft]);
  const apply = useCallback((next: Change) => setDraft((current) => changed(current, next)), []);

  const offers = useOffers();
  useLeaving(id, { dirty, draft, etag: base.etag });

  const settle = () => {
    dismiss();
    setRestored(false);
  };
  const save = (values: Partial<Draft> = {}, force = false) => {
    const content = contentOf({ ...draft, ...values });
    const settings = settingsPatch(base.form.settings, content.settings);
    change.mutate(
      { id, ...content, settings, ...(force ? {} : { etag: base.etag }) },
      {
        onSuccess: (saved) => {
          setBase(saved);
          // What was typed while the answer was on its way stays, and is not saved yet.
          setDraft((current) => (current === draft ? rebased(draft, saved.form) : { ...current, ...values }));
          settle();
          notifyDone(t.saved);
        },
        onError: refuse,
      },
    );
  };
  const reload = (theirs: VersionedForm) => {
    setBase(theirs);
    setDraft(draftOf(theirs.form));
    settle();
  };
  return {
    id,
    base,
    draft,
    apply,
    dirty,
    problems,
    restored,
    offers,
    refused,
    dismiss,
    save,
    saving: change.isPending,
    reload,
    discard: () => reload(base),
  };
}

/** Offers to undo end with the editor, where there is no draft any more to undo anything in. */
function useOffers(): Set<() => void> {
  const [offers] = useState(() => new Set<() => void>());
  useEffect(() => () => offers.forEach((withdraw) => withdraw()), [offers]);
  return offers;
}

const isSame = (one: Draft, other: Draft) =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

/** Asks before an unsaved draft is left by a link or with the page, and keeps it for who comes back. */
function useLeaving(id: number, current: { dirty: boolean; draft: Draft; etag: string }): void {
  const latest = useRef(current);
  latest.current = current;
  useEffect(() => (current.dirty ? holdNavigation(t.leave) : undefined), [current.dirty]);
  useEffect(
    () => () => {
      if (latest.current.dirty) left.set(id, latest.current);
      else left.delete(id);
    },
    [id],
  );
}

export type Editor = ReturnType<typeof useEditor>;
