/** The XML declaration at the start of every part of an .xlsx package. */
export const PACKAGE_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'

/** Builds the relations of a part from type and target of each; the first is `rId1`. */
export const buildRelations = (targets: readonly (readonly [string, string])[]): string =>
  `${PACKAGE_HEAD}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${targets.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE_NAMESPACE}/${type}" Target="${target}"/>`).join('')}</Relationships>`
