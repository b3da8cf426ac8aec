/** Button texts that name an operation for which the area has no text of its own. */
const BUTTON_BY_OPERATION: Readonly<Record<string, string>> = {
  create: 'Add',
  update: 'Edit',
  remove: 'Delete',
  export: 'Export',
  import: 'Upload',
}

/**
 * Translates the name of an endpoint for screens and the audit log: the area's text, else resource and button, else the
 * name itself.
 */
export function translateOperation(
  t: (key: string, more: { defaultValue: string }) => string,
  { area, name }: { area: string; name: string },
): string {
  const areaText = t(`${area}:actions.${name.replaceAll('.', '_')}`, { defaultValue: '' })
  const [resource = '', verb = ''] = name.split('.')
  const button = BUTTON_BY_OPERATION[verb]
  if (areaText || !button) return areaText || name
  return `${t(`${area}:${resource}.name`, { defaultValue: resource })} · ${t(`contract:buttons.${button}`, { defaultValue: verb })}`
}
