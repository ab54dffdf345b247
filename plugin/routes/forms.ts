import { toFormBody, toFormBodyWithTimes } from '../../lib/forms/form';
import { createForm } from '../../lib/forms/create-form';
import { deleteForm } from '../../lib/forms/delete-form';
import { findForm, listForms } from '../../lib/forms/form-store';
import { changeForm } from '../../lib/forms/update-form';
import { formStats } from '../../lib/stats/form-stats';
import { formCreation, formListQuery, formUpdate } from '../../schema/api/form';
import { endpoint, integerId } from '../http/endpoint';
import { pageReply } from '../http/page-headers';
import { problem } from '../http/problem';
import { etagOf, expectedVersion } from '../http/etag';
import { created, Reply } from '../http/reply';
import { namespaceUrl } from '../namespace-url';

const unknownForm = (id: number) => problem('not_found', `There is no form with id ${id}.`);

/** GET /forms */
export const getForms = endpoint({
  summary: 'List forms, newest first',
  query: formListQuery,
  async handle({ context, query, request }) {
    const page = await listForms(context.db, query);
    const ids = page.items.map(({ id }) => id);
    const statsOf = query.include === 'stats' ? await formStats(context, ids) : null;
    return pageReply({ request, query, restUrl: namespaceUrl(context) }, page, (form) => ({
      ...toFormBodyWithTimes(form),
      ...(statsOf ? { stats: statsOf(form.id) } : {}),
    }));
  },
});

/** GET /forms/{id} */
export const getForm = endpoint({
  summary: 'Read one form',
  id: integerId,
  async handle({ context, id }) {
    const form = await findForm(context.db, id);
    return form ? new Reply(200, toFormBody(form), { ETag: etagOf(form.version) }) : unknownForm(id);
  },
});

/** POST /forms */
export const postForm = endpoint({
  summary: 'Create a form',
  body: formCreation,
  status: 201,
  async handle({ context, body }) {
    const form = await createForm(context, body);
    return created(`${namespaceUrl(context)}/forms/${form.id}`, toFormBodyWithTimes(form));
  },
});

/** PUT /forms/{id} */
export const putForm = endpoint({
  summary: 'Change a form; what is left out keeps its value; If-Match guards against lost changes',
  id: integerId,
  body: formUpdate,
  async handle({ context, id, body, request }) {
    const form = await changeForm(context, id, body, expectedVersion(request.get('If-Match')));
    if (form === 'conflict') return problem('edit_conflict');
    return form ? new Reply(200, toFormBodyWithTimes(form), { ETag: etagOf(form.version) }) : unknownForm(id);
  },
});

/** DELETE /forms/{id} */
export const removeForm = endpoint({
  summary: 'Delete a form with its entries, files, webhook and deliveries',
  id: integerId,
  async handle({ context, id }) {
    const form = await deleteForm(context, id);
    return form ? { deleted: true, previous: toFormBodyWithTimes(form) } : unknownForm(id);
  },
});
