/** What a user may do; the host maps its roles to these. plugin.manifest.json lists the same. Source: design, who may do what. */
export const CAPABILITIES = ['manage_forms', 'read_entries', 'delete_entries', 'manage_webhooks'] as const;
export type Capability = (typeof CAPABILITIES)[number];
