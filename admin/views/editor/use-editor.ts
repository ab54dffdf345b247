import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/client';
import { useFormChanges, type VersionedForm } from '../../api/forms';
import { notifyDone, notifyError } from '../../components/notify';
import { editor as t } from '../../texts/editor';
import { changed, complaints, contentOf, draftOf, settingsPatch, type Change, type Draft } from './draft';
import { holdNavigation } from '../../components/leave-guard';

/** Drafts that were left unsaved, by form and the version they began with: Back does not ask. */
const left = new Map<number, { etag: string; draft: Draft }>();

/** The editor of one form: draft, complaints, and saving against the version that it began with. */
export function useEditor(loaded: VersionedForm) {
  const { id } = loaded.form;
  const [base, setBase] = useState(loaded);
  const [kept] = useState(() => left.get(id));
  const [draft, setDraft] = useState(() => (kept?.etag === loaded.etag ? kept.draft : draftOf(loaded.form)));
  const [restored, setRestored] = useState(kept?.etag === loaded.etag);
  const [conflict, setConflict] = useState(false);
  const { change } = useFormChanges();

  const dirty = useMemo(
    () => JSON.stringify(contentOf(draft)) !== JSON.stringify(contentOf(draftOf(base.form))),
    [draft, base],
  );
  const problems = useMemo(() => complaints(draft), [draft]);
  const apply = useCallback((next: Change) => setDraft((current) => changed(current, next)), []);

  const state = useRef({ dirty, draft, etag: base.etag });
  state.current = { dirty, draft, etag: base.etag };
  useEffect(() => {
    if (dirty) return holdNavigation(t.leave);
    return undefined;
  }, [dirty]);
  useEffect(
    () => () => {
      if (state.current.dirty) left.set(id, state.current);
      else left.delete(id);
    },
    [id],
  );

  const save = (values: Partial<Draft> = {}, force = false) => {
    const wanted = { ...draft, ...values };
    const { settings, ...content } = contentOf(wanted);
    change.mutate(
      {
        id,
        ...content,
        settings: settingsPatch(base.form.settings, settings),
        ...(force ? {} : { etag: base.etag }),
      },
      {
        onSuccess: (saved) => {
          setBase(saved);
          setDraft((current) => ({ ...current, ...values }));
          setConflict(false);
          setRestored(false);
          notifyDone(t.saved);
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'edit_conflict') setConflict(true);
          else notifyError(error);
        },
      },
    );
  };
  const reload = (theirs: VersionedForm) => {
    setBase(theirs);
    setDraft(draftOf(theirs.form));
    setConflict(false);
    setRestored(false);
  };
  const discard = () => reload(base);
  return {
    id,
    base,
    draft,
    apply,
    dirty,
    problems,
    restored,
    conflict,
    save,
    saving: change.isPending,
    reload,
    discard,
  };
}

export type Editor = ReturnType<typeof useEditor>;
