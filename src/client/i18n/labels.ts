import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Issue } from '@/contract/errno'
import type { Language } from '@/contract/language'
import { operationWord } from '@/contract/operation-word'
import { baseFields, type Resource } from '@/contract/resource'

/** Location of a field: its area, its resource (or endpoint), and the list field it belongs to. */
export interface FieldPlace {
  area: string
  owner: string
  list?: string
}
type Named = Pick<Resource, 'area' | 'name'>
const placeOf = (resource: Named): FieldPlace => ({ area: resource.area, owner: resource.name })

/** Labels of fields, options and operations, by the key rules of the locale files. */
export interface Labels {
  /** Language of the labels, for names that rows store in both languages. */
  readonly language: Language
  name(resource: Named): string
  field(place: FieldPlace | Named, field: string): string
  option(place: FieldPlace | Named, field: string, option: string): string
  /** Help text under the input; null if there is none. */
  hint(place: FieldPlace | Named, field: string): string | null
  action(endpoint: { area: string; name: string }): string
  /** Reason why an action is refused, by the last part of the refusal key. */
  refusal(endpoint: { area: string }, why: string): string
  issue(issue: Issue): string
}

const toPlace = (at: FieldPlace | Named): FieldPlace => ('owner' in at ? at : placeOf(at))

/** Builds the label functions on a `t` that knows the `contract` namespace and those of the areas. */
export function labelsOf(t: TFunction, language: Language): Labels {
  const word = (key: string, otherwise: string) => t(key, { defaultValue: otherwise })
  const place = (at: FieldPlace, own: string, inList: string, tail: string) =>
    `${at.area}:${at.owner}.${at.list ? `${inList}.${at.list}` : own}.${tail}`
  return {
    language,
    name: (resource) => word(`${resource.area}:${resource.name}.name`, resource.name),
    field(where, field) {
      const at = toPlace(where)
      if (!at.list && field in baseFields) return word(`contract:base.${field}`, field)
      // Endpoint inputs that are not fields of the resource have their own texts.
      return word(
        place(at, 'fields', 'sub', field),
        word(`${at.area}:inputs.${field}`, word(`contract:base.${field}`, field)),
      )
    },
    option(where, field, option) {
      const at = toPlace(where)
      return word(
        place(at, 'options', 'subOptions', `${field}.${option}`),
        word(`${at.area}:inputOptions.${field}.${option}`, option),
      )
    },
    hint(where, field) {
      const at = toPlace(where)
      return word(`${at.area}:${at.owner}.hints.${field}`, '') || null
    },
    action: (endpoint) => operationWord((key, more) => t(key, more), endpoint),
    refusal: ({ area }, why) => word(`${area}:refusals.${why}`, why),
    issue: (issue) => t(`contract:errors.issue.${issue.code}`, { ...issue.params, defaultValue: issue.code }),
  }
}

/** Returns the labels of some areas; suspends until their texts are loaded. */
export function useLabels(...areas: string[]): Labels {
  const { t, i18n } = useTranslation([...new Set(['contract', ...areas])])
  const language = i18n.language === 'en' ? 'en' : 'zh'
  return useMemo(() => labelsOf(t as TFunction, language), [t, language])
}
