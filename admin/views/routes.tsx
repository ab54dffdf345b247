import { lazy } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { useMe } from '../api/me';
import { DeadEnd, QueryState } from '../components/query-state';
import { common as t } from '../texts/common';

const Dashboard = lazy(() => import('./dashboard/dashboard-view'));
const Forms = lazy(() => import('./forms/forms-view'));
const Form = lazy(() => import('./editor/form-view'));
const Entries = lazy(() => import('./entries/entries-view'));
const Entry = lazy(() => import('./entries/entry-view'));
const Deliveries = lazy(() => import('./deliveries/deliveries-view'));
const Delivery = lazy(() => import('./deliveries/delivery-view'));

const id = (text: string | undefined): number => Number(/^[1-9]\d{0,15}$/.exec(text ?? '')?.[0] ?? 0);

/** Every view with its address; each comes in a chunk of its own. */
export function Routes() {
  const me = useMe();
  if (!me.data) return <QueryState query={me}>{() => null}</QueryState>;
  const { capabilities } = me.data;
  const may = (...anyOf: string[]) => anyOf.some((one) => capabilities.includes(one));
  const guarded = (allowed: boolean, view: React.ReactNode) =>
    allowed ? view : <DeadEnd title={t.error.forbidden} text={t.error.forbiddenText} />;
  return (
    <Switch>
      <Route path="/">{may('read_entries') ? <Dashboard /> : <Redirect to="/forms" />}</Route>
      <Route path="/forms">{guarded(may('manage_forms', 'read_entries'), <Forms />)}</Route>
      <Route path="/forms/:id/:tab?">
        {(parameters) =>
          guarded(
            may('manage_forms', 'manage_webhooks'),
            <Form key={parameters.id} id={id(parameters.id)} tab={parameters.tab ?? 'fields'} />,
          )
        }
      </Route>
      <Route path="/entries">{guarded(may('read_entries'), <Entries />)}</Route>
      <Route path="/entries/:id">
        {(parameters) => guarded(may('read_entries'), <Entry key={parameters.id} id={id(parameters.id)} />)}
      </Route>
      <Route path="/deliveries">{guarded(may('manage_webhooks'), <Deliveries />)}</Route>
      <Route path="/deliveries/:id">
        {(parameters) => guarded(may('manage_webhooks'), <Delivery key={parameters.id} id={parameters.id} />)}
      </Route>
      <Route>
        <DeadEnd title={t.error.notFound} text={t.error.notFoundText} />
      </Route>
    </Switch>
  );
}
