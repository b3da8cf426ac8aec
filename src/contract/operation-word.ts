/** What a resource's own operations are called where the area has no word for them: as the buttons that make them. */
const plain: Readonly<Record<string, string>> = {
  create: 'Add',
  update: 'Edit',
  remove: 'Delete',
  export: 'Export',
  import: 'Upload',
}

/** What a call is called on screens and in the audit trail: the area's own word, else the resource and what is done to it, else its name. */
export function operationWord(
  t: (key: string, more: { defaultValue: string }) => string,
  { area, name }: { area: string; name: string },
): string {
  const own = t(`${area}:actions.${name.replaceAll('.', '_')}`, { defaultValue: '' })
  const [resource = '', verb = ''] = name.split('.')
  const button = plain[verb]
  if (own || !button) return own || name
  return `${t(`${area}:${resource}.name`, { defaultValue: resource })} · ${t(`contract:buttons.${button}`, { defaultValue: verb })}`
}
