import '../fields/fields.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveFieldUnit } from '@/contract/field'
import { getFieldInLanguage } from '@/contract/language'
import type { Resource } from '@/contract/resource'
import { useNames } from '../fields/options'
import { FieldView } from '../fields/registry'
import { formatMoment } from '../format/time'
import { useLabels, type FieldLabels } from '../i18n/labels'
import { useCanSee } from '../session/use-session'
import { usePlantZone } from '../session/plant-zone'
import { type ListRow, type Cells } from './build-columns'
import { UnsentNotice } from './UnsentBadge'

export interface ResourceDetailViewProps {
  resource: Resource
  row: ListRow
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  fieldNames?: readonly string[] | undefined
  cells?: Cells | undefined
  children?: ReactNode
}

/** The filled fields of a row with labels, its unsent state and time of change. */
export function ResourceDetailView({ resource, row, refs, fieldNames, cells = {}, children }: ResourceDetailViewProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(resource.area)
  const zone = usePlantZone()
  const canSee = useCanSee()
  const names = (fieldNames ?? Object.keys(resource.fields).filter((name) => !resource.fields[name]?.hidden)).filter(
    (name) => !resource.fields[name] || canSee(resource.fields[name]),
  )
  return (
    <div className="detail stack gap-3">
      <UnsentNotice pending={row['pending']} />
      <dl className="pairs">
        {names.map((name) => {
          const field = resource.fields[name]
          const renderCell = cells[name]
          // If both language fields of a text are displayed, each field displays its own language.
          const showsBothLanguages = names.includes(resource.englishFields[name] ?? '')
          const value = showsBothLanguages ? row[name] : getFieldInLanguage(resource, row, name, labels.language)
          // A custom cell may show more than the field's value, so an empty field is omitted only if its cell just
          // formats the value.
          if (field && isEmpty(value) && (!renderCell || FORMAT_ONLY_KINDS.includes(field.kind))) return null
          return (
            (field || renderCell) && (
              <div key={name} className={field && WIDE_KINDS.includes(field.kind) ? 'is-wide' : undefined}>
                <dt>{labels.field(resource, name)}</dt>
                <dd>
                  {renderCell
                    ? renderCell(row, refs)
                    : field && (
                        <FieldView
                          field={resolveFieldUnit(field, row)}
                          name={name}
                          place={{ area: resource.area, owner: resource.name }}
                          value={value}
                          refs={refs}
                          isDetail
                        />
                      )}
                </dd>
              </div>
            )
          )
        })}
      </dl>
      {typeof row['updatedAt'] === 'string' && (
        <p className="quiet">{t('resource.changedBy', { time: formatMoment(row['updatedAt'], zone) })}</p>
      )}
      {children}
    </div>
  )
}
/** Kinds whose custom cells only format the value. */
const FORMAT_ONLY_KINDS: readonly string[] = ['day', 'moment', 'choice', 'list', 'note']
/** Full-width kinds. */
const WIDE_KINDS: readonly string[] = ['note', 'list', 'image', 'series', 'custom', 'references']
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
/** Number of leading characters of an id that stand for a missing name. */
const SHORT_ID_LENGTH = 8
/**
 * Builds a row's title from its non-empty title fields; references and options by name, moments in the plant's zone. If
 * all are empty, the title is the beginning of the id.
 */
export function buildTitleParts(
  resource: Resource,
  row: ListRow,
  refs: Readonly<Record<string, string>>,
  labels: FieldLabels,
  zone: string,
  cells: Cells = {},
): string[] {
  const parts = resource.title.map((name) => {
    const value = getFieldInLanguage(resource, row, name, labels.language)
    if (value === null || value === undefined || value === '') return ''
    const cellText = cells[name]?.(row, refs)
    if (typeof cellText === 'string') return cellText
    const kind = resource.fields[name]?.kind
    if (kind === 'reference') return refs[String(value)] ?? ''
    if (kind === 'moment') return formatMoment(String(value), zone)
    if (kind === 'choice') return labels.option(resource, name, String(value))
    return String(value)
  })
  const filledParts = parts.filter(Boolean)
  return filledParts.length > 0 ? filledParts : [row.id.slice(0, SHORT_ID_LENGTH)]
}

/**
 * Returns `refs` with the name of the first row that the title references. The server's `refs` lack names that only
 * this phone's unsent rows refer to.
 */
export function useTitleNames(
  resource: Resource | undefined,
  row: Readonly<Record<string, unknown>> | null,
  refs: Readonly<Record<string, string>>,
): Record<string, string> {
  const referenceName = resource?.title.find((name) => resource.fields[name]?.kind === 'reference')
  const field = referenceName === undefined ? undefined : resource?.fields[referenceName]
  const id = referenceName === undefined ? undefined : row?.[referenceName]
  return {
    ...refs,
    ...useNames(field?.kind === 'reference' ? field.to : '', typeof id === 'string' ? [id] : [], refs),
  }
}

/** Builds a row's name from the title fields of its resource; null without a resource or row, or if all are empty. */
export function useRowName(
  { resource, area }: { readonly resource?: Resource | undefined; readonly area: string },
  row: (Readonly<Record<string, unknown>> & { readonly id: string; readonly version?: number }) | null,
): string | null {
  const names = useTitleNames(resource, row, {})
  const labels = useLabels(area)
  const zone = usePlantZone()
  if (!resource || !row) return null
  const [name = null] = buildTitleParts(resource, { version: 0, ...row }, names, labels, zone)
  // A row whose title fields are all empty has the beginning of its id as title.
  return name === row.id.slice(0, SHORT_ID_LENGTH) ? null : name
}
