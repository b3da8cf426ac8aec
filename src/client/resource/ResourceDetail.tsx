import '../fields/fields.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldIn } from '@/contract/field'
import { inLanguage } from '@/contract/language'
import type { Resource } from '@/contract/resource'
import { FieldShow } from '../fields/registry'
import { formatMoment } from '../format/time'
import { useLabels, type Labels } from '../i18n/labels'
import { useSees } from '../session/use-session'
import { usePlantZone } from '../session/zone'
import { type AnyRow, type Cells } from './columns'
import { UnsentReason } from './UnsentState'

export interface ResourceDetailProps {
  of: Resource
  row: AnyRow
  refs: Readonly<Record<string, string>>
  only?: readonly string[] | undefined
  cells?: Cells | undefined
  children?: ReactNode
}

/** All fields of a row with labels, its unsent state and time of change. */
export function ResourceDetail({ of, row, refs, only, cells = {}, children }: ResourceDetailProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(of.area)
  const zone = usePlantZone()
  const seen = useSees()
  const names = (only ?? Object.keys(of.fields).filter((name) => !of.fields[name]?.hidden)).filter(
    (name) => !of.fields[name] || seen(of.fields[name]),
  )
  return (
    <div className="detail">
      <UnsentReason of={row['pending']} />
      <dl className="pairs">
        {names.map((name) => {
          const field = of.fields[name]
          const own = cells[name]
          // If both languages of a text are displayed, each shows its own.
          const both = names.includes(of.english[name] ?? '')
          const value = both ? row[name] : inLanguage(of, row, name, labels.language)
          if (field && !own && wide.includes(field.kind) && isEmpty(value)) return null
          return (
            (field || own) && (
              <div key={name} className={field && wide.includes(field.kind) ? 'is-wide' : undefined}>
                <dt>{labels.field(of, name)}</dt>
                <dd>
                  {own
                    ? own(row, refs)
                    : field && (
                        <FieldShow
                          field={fieldIn(field, row)}
                          name={name}
                          place={{ area: of.area, owner: of.name }}
                          value={value}
                          refs={refs}
                          full
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
/** Full-width kinds; omitted when empty, because they would push other fields out of view. */
const wide: readonly string[] = ['note', 'list', 'image', 'series', 'custom', 'references']
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
/**
 * Builds a row's title from its non-empty title fields; references and options by name, moments in the plant's zone.
 */
export function titleParts(
  of: Resource,
  row: AnyRow,
  refs: Readonly<Record<string, string>>,
  labels: Labels,
  zone: string,
  cells: Cells = {},
): string[] {
  const parts = of.title.map((name) => {
    const value = inLanguage(of, row, name, labels.language)
    if (value === null || value === undefined || value === '') return ''
    const said = cells[name]?.(row, refs)
    if (typeof said === 'string') return said
    const kind = of.fields[name]?.kind
    return kind === 'reference'
      ? (refs[String(value)] ?? '')
      : kind === 'moment'
        ? formatMoment(String(value), zone)
        : kind === 'choice'
          ? labels.option(of, name, String(value))
          : String(value)
  })
  const said = parts.filter(Boolean)
  return said.length > 0 ? said : [row.id.slice(0, 8)]
}
