import { use, useMemo } from 'react'
import type { Resource } from '@/contract/resource'
import { useTranslation } from 'react-i18next'
import { areas } from '@/client/areas'
import type { TextChoice } from '@/client/fields/form-scope'
import { useLabels, type Labels } from '@/client/i18n/labels'

/** Declarations of all areas. */
interface Declared {
  resources: ReadonlyMap<string, Resource>
  /** Area of each endpoint, by the endpoint's name. */
  operationAreas: ReadonlyMap<string, string>
}
let declared: Promise<Declared> | undefined
/** Loads the declarations of all areas, because the audit trail covers all of them. */
async function readDeclared(): Promise<Declared> {
  const contracts = (await Promise.all(areas().map((area) => area.contract?.() ?? []))).flat()
  return {
    resources: new Map((contracts.flatMap((area) => area.resources) as Resource[]).map((one) => [one.name, one])),
    operationAreas: new Map(contracts.flatMap((area) => area.endpoints.map((one) => [one.name, area.name] as const))),
  }
}
/** Loads the declarations once. A failed load is not cached, so the next visit tries again. */
function loadDeclared(): Promise<Declared> {
  declared ??= readDeclared().catch((error: unknown) => {
    declared = undefined
    throw error
  })
  return declared
}

/** Display names of all resources, fields and operations in the audit trail. */
export interface Things {
  labels: Labels
  resource: (name: string) => Resource | undefined
  /** Label of a resource; its name if no area of this version declares it. */
  word: (name: string) => string
  operation: (name: string) => string
  /** Label of a field, or of an audit detail that is not a field. */
  field: (of: Resource | undefined, name: string) => string
  /** Title of the row that an entry is about. */
  title: (entry: Readonly<Record<string, unknown>>) => string
  /** All resources, sorted by label. */
  all: () => TextChoice[]
}
/**
 * Returns the audit names; suspends until declarations and translations of all areas are loaded. Stable until the
 * language changes.
 */
export function useThings(): Things {
  const known = use(loadDeclared())
  const labels = useLabels(...areas().map((area) => area.name))
  const { t } = useTranslation(['access', 'contract'])
  return useMemo(() => thingsOf(known, labels, t), [known, labels, t])
}
type Translate = (key: string, more?: { defaultValue: string; [blank: string]: unknown }) => string
/** Formats a menu node by its page and button: `repair.Accept` → `Repairs · Accept`. */
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
