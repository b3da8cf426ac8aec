import type { Issue } from '@/contract/errno'
import { CellIssue, convertCell, type CellReadingOptions } from './cell-values'
import type { Heading } from './headings'
import type { CellValue, Worksheet } from './read-workbook'

/**
 * Finds rows of another resource by title or code. Keys are the names as given; several ids mean that the name is
 * ambiguous.
 */
export type ResolveReference = (
  resourceName: string,
  names: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>
/** Ids of the named rows, by resource and name. */
export type IdsByName = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Looks up all names of all rows at once, with one query per resource. */
export async function resolveReferences(
  columns: readonly { readonly heading: Heading; readonly index: number }[],
  sheet: Worksheet,
  resolveReference: ResolveReference,
  cellOptions: CellReadingOptions,
): Promise<IdsByName> {
  const namesByResource = new Map<string, Set<string>>()
  for (const { heading, index } of columns) {
    if (!heading.referencedResource) continue
    const names = namesByResource.get(heading.referencedResource) ?? new Set()
    for (const row of sheet.rows)
      for (const name of parseNames(heading, row[index] ?? null, cellOptions)) names.add(name)
    namesByResource.set(heading.referencedResource, names)
  }
  const idEntries = await Promise.all(
    [...namesByResource].map(
      async ([resourceName, names]) =>
        [resourceName, names.size ? await resolveReference(resourceName, [...names]) : new Map()] as const,
    ),
  )
  return new Map(idEntries)
}
/** Splits the text of a cell into names; only a field with several references holds more than one. */
function parseNames(heading: Heading, cell: CellValue, cellOptions: CellReadingOptions): string[] {
  const text = convertCell({ kind: 'text' }, cell, cellOptions)
  if (typeof text !== 'string') return []
  return heading.kind === 'references'
    ? text
        .split(/[;；、\n]/)
        .map((name) => name.trim())
        .filter(Boolean)
    : [text]
}
/** Returns the ids of the rows that a cell names, and an issue for each name that is unknown or ambiguous. */
export function resolveIds(
  heading: Heading,
  cell: CellValue,
  idsByName: IdsByName,
  cellOptions: CellReadingOptions,
): { ids: string[]; issues: Issue[] } {
  const issues: Issue[] = []
  const text = convertCell({ kind: 'text' }, cell, cellOptions)
  if (text instanceof CellIssue) issues.push({ path: [heading.field], code: text.code, params: { ...text.params } })
  const ids = parseNames(heading, cell, cellOptions).flatMap((name) => {
    const matchingIds = idsByName.get(heading.referencedResource!)?.get(name) ?? []
    if (matchingIds.length !== 1)
      issues.push({
        path: [heading.field],
        code: matchingIds.length ? 'severalFound' : 'unknownId',
        params: { value: name.slice(0, 80) },
      })
    return matchingIds.length === 1 ? [matchingIds[0]!] : []
  })
  return { ids: [...new Set(ids)], issues }
}
