import type { TFunction } from 'i18next'
import { useMemo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Issue } from '@/contract/errno'
import { type Language, getFieldInLanguage } from '@/contract/language'
import { translateOperation } from '@/contract/endpoint'
import { baseFields, type Resource } from '@/contract/resource'
import { findSharedLabelKeys } from '@/contract/shared-label'
import { useLanguage } from '../format/use-language'

/** Where a field is declared: its area, its resource (or endpoint), and the list field it belongs to. */
export interface FieldPlace {
  area: string
  owner: string
  list?: string
}
type NamedResource = Pick<Resource, 'area' | 'name'>
const buildFieldPlace = (resource: NamedResource): FieldPlace => ({ area: resource.area, owner: resource.name })

/** Labels of fields, options and operations, by the key rules of the locale files. */
export interface FieldLabels {
  /** Language of the labels, for names that rows store in both languages. */
  readonly language: Language
  name(resource: NamedResource): string
  field(place: FieldPlace | NamedResource, field: string): string
  option(place: FieldPlace | NamedResource, field: string, option: string): string
  /** Help text under the input; null if there is none. */
  hint(place: FieldPlace | NamedResource, field: string): string | null
  action(endpoint: { area: string; name: string }): string
  /** Reason why an action is refused, by the last part of the refusal key. */
  refusal(endpoint: { area: string }, reason: string): string
  issue(issue: Issue): string
}

const normalizePlace = (place: FieldPlace | NamedResource): FieldPlace =>
  'owner' in place ? place : buildFieldPlace(place)

/** Builds the label functions on a `t` that knows the `contract` namespace and those of the areas. */
export function buildLabels(t: TFunction, language: Language): FieldLabels {
  const translate = (key: string, fallback: string) => t(key, { defaultValue: fallback })
  const translateLabel = (key: string, fallback: string) =>
    t([key, ...findSharedLabelKeys(key)], { defaultValue: fallback })
  const buildKey = (fieldPlace: FieldPlace, group: string, listGroup: string, keyEnd: string) =>
    `${fieldPlace.area}:${fieldPlace.owner}.${fieldPlace.list ? `${listGroup}.${fieldPlace.list}` : group}.${keyEnd}`
  return {
    language,
    name: (resource) => translate(`${resource.area}:${resource.name}.name`, resource.name),
    field(target, field) {
      const fieldPlace = normalizePlace(target)
      if (!fieldPlace.list && field in baseFields) return translate(`contract:base.${field}`, field)
      return translateLabel(buildKey(fieldPlace, 'fields', 'sub', field), translate(`contract:base.${field}`, field))
    },
    option(target, field, option) {
      const fieldPlace = normalizePlace(target)
      return translateLabel(buildKey(fieldPlace, 'options', 'subOptions', `${field}.${option}`), option)
    },
    hint(target, field) {
      const fieldPlace = normalizePlace(target)
      return translate(`${fieldPlace.area}:${fieldPlace.owner}.hints.${field}`, '') || null
    },
    action: (endpoint) => translateOperation((key, options) => t(key, options), endpoint),
    refusal: ({ area }, reason) => translate(`${area}:refusals.${reason}`, reason),
    issue: (issue) => t(`contract:errors.issue.${issue.code}`, { ...issue.params, defaultValue: issue.code }),
  }
}

/** Returns the labels of some areas; suspends until their texts are loaded. */
export function useLabels(...areas: string[]): FieldLabels {
  const { t, i18n } = useTranslation([...new Set(['contract', ...areas])])
  const language = i18n.language === 'en' ? 'en' : 'zh'
  return useMemo(() => buildLabels(t as TFunction, language), [t, language])
}

/** Returns a function that reads `field` of a row in the displayed language (`getFieldInLanguage`), '' if empty. */
export function useRowText(resource: Parameters<typeof getFieldInLanguage>[0], field: string): (row: object) => string {
  const language = useLanguage()
  return useCallback(
    (row) => String(getFieldInLanguage(resource, row as Readonly<Record<string, unknown>>, field, language) ?? ''),
    [resource, field, language],
  )
}
