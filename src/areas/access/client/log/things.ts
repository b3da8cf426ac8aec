import { use, useMemo } from 'react'
import type { Resource } from '@/contract/resource'
import { useTranslation } from 'react-i18next'
import { areas } from '@/client/areas'
import type { TextChoice } from '@/client/fields/form-scope'
import { useLabels, type Labels } from '@/client/i18n/labels'

/** What all areas declare. */
interface Declared {
  resources: ReadonlyMap<string, Resource>
  /** The area of each call, by its name. */
  operationAreas: ReadonlyMap<string, string>
}
let declared: Promise<Declared> | undefined
/** Every area's declarations, as the audit trail is about everything; loaded once. */
async function readDeclared(): Promise<Declared> {
  const contracts = (await Promise.all(areas().map((area) => area.contract?.() ?? []))).flat()
  return {
    resources: new Map((contracts.flatMap((area) => area.resources) as Resource[]).map((one) => [one.name, one])),
    operationAreas: new Map(contracts.flatMap((area) => area.endpoints.map((one) => [one.name, area.name] as const))),
  }
}
/** A failed load is forgotten, so that the next visit tries again. */
function loadDeclared(): Promise<Declared> {
  declared ??= readDeclared().catch((error: unknown) => {
    declared = undefined
    throw error
  })
  return declared
}

/** Names of all kinds of things and of all that can be done with them. */
export interface Things {
  labels: Labels
  resource: (name: string) => Resource | undefined
  /** What a kind of thing is called; its own name where no area of this version knows it. */
  word: (name: string) => string
  operation: (name: string) => string
  /** What a field of a row is called, or what else the trail notes of what was done with it. */
  field: (of: Resource | undefined, name: string) => string
  /** What the row of an entry is called. */
  title: (entry: Readonly<Record<string, unknown>>) => string
  /** All kinds, by what they are called. */
  all: () => TextChoice[]
}
/** Suspends until the declarations and words of all areas are here. The same object until the language changes. */
export function useThings(): Things {
  const known = use(loadDeclared())
  const labels = useLabels(...areas().map((area) => area.name))
  const { t } = useTranslation(['access', 'contract'])
  return useMemo(() => thingsOf(known, labels, t), [known, labels, t])
}
type Translate = (key: string, more?: { defaultValue: string; [blank: string]: unknown }) => string
/** A node of the menu by its page and button: `repair.Accept` → `Repairs · Accept`. */
export function menuWord(t: Translate, name: string): string {
  const [page = '', button = ''] = name.replace(/^group\./, '').split('.')
  return `${t(`contract:menu.${page}`, { defaultValue: page })}${button && ` · ${t(`contract:buttons.${button}`, { defaultValue: button })}`}`
}
function thingsOf({ resources, operationAreas }: Declared, labels: Labels, t: Translate): Things {
  const word = (name: string) => {
    const of = resources.get(name)
    return of ? labels.name(of) : name
  }
  return {
    labels,
    word,
    resource: (name) => resources.get(name),
    field: (of, name) =>
      of && name in of.fields
        ? labels.field(of, name)
        : t(`pages.operationLog.details.${name}`, { defaultValue: of ? labels.field(of, name) : name }),
    operation(name) {
      if (name.startsWith('system.')) return t('pages.operationLog.system', { defaultValue: name })
      if (name.startsWith('job.')) return t('pages.operationLog.job', { defaultValue: name })
      const area = operationAreas.get(name) ?? resources.get(name.split('.')[0] ?? '')?.area
      return area ? labels.action({ area, name }) : name
    },
    title({ resource, rowTitle, action, after }) {
      const given = String(rowTitle ?? '')
      if (resource === 'menu') return menuWord(t, given)
      const { reason, ...params } = (after ?? {}) as Record<string, unknown>
      return action === 'refused' && typeof reason === 'string'
        ? t(reason, { value: '…', ...params, defaultValue: given })
        : given // in the reader's language
    },
    all: () =>
      [...resources.keys()].map((key) => ({ key, word: word(key) })).sort((a, b) => a.word.localeCompare(b.word)),
  }
}
