import { use, useMemo } from 'react'
import type { Resource } from '@/contract/resource'
import { useTranslation } from 'react-i18next'
import { getAreas } from '@/client/area-registry'
import type { TextChoice } from '@/client/fields/form-scope'
import { useLabels, type FieldLabels } from '@/client/i18n/labels'

/** Declarations of all areas. */
interface AreaDeclarations {
  resources: ReadonlyMap<string, Resource>
  /** Area of each endpoint, by the endpoint's name. */
  operationAreas: ReadonlyMap<string, string>
}
let declarations: Promise<AreaDeclarations> | undefined
/** Loads the declarations of all areas, because the audit trail covers all of them. */
async function readDeclarations(): Promise<AreaDeclarations> {
  const contracts = (await Promise.all(getAreas().map((area) => area.contract?.() ?? []))).flat()
  return {
    resources: new Map(
      (contracts.flatMap((area) => area.resources) as Resource[]).map((declared) => [declared.name, declared]),
    ),
    operationAreas: new Map(
      contracts.flatMap((area) => area.endpoints.map((declared) => [declared.name, area.name] as const)),
    ),
  }
}
/** Loads the declarations once. A failed load is not cached, so the next visit tries again. */
function loadDeclarations(): Promise<AreaDeclarations> {
  declarations ??= readDeclarations().catch((error: unknown) => {
    declarations = undefined
    throw error
  })
  return declarations
}

/** Display names of all resources, fields and operations in the audit trail. */
export interface AuditNames {
  labels: FieldLabels
  findResource: (name: string) => Resource | undefined
  /** Label of a resource; its name if no area of this version declares it. */
  getResourceName: (name: string) => string
  getOperationName: (name: string) => string
  /** Label of a field, or of an audit detail that is not a field. */
  getFieldName: (resource: Resource | undefined, name: string) => string
  /** Title of the row that an entry is about. */
  getEntryTitle: (entry: Readonly<Record<string, unknown>>) => string
  /** All resources, sorted by label. */
  listResourceOptions: () => TextChoice[]
}
/**
 * Returns the audit names; suspends until declarations and translations of all areas are loaded. Stable until the
 * language changes.
 */
export function useAuditNames(): AuditNames {
  const declarations = use(loadDeclarations())
  const labels = useLabels(...getAreas().map((area) => area.name))
  const { t } = useTranslation(['access', 'contract'])
  return useMemo(() => buildAuditNames(declarations, labels, t), [declarations, labels, t])
}
type Translate = (key: string, more?: { defaultValue: string; [blank: string]: unknown }) => string
/** Formats a menu node by its page and button: `repair.Accept` → `Repairs · Accept`. */
export function formatMenuName(t: Translate, name: string): string {
  const [page = '', button = ''] = name.replace(/^group\./, '').split('.')
  return `${t(`contract:menu.${page}`, { defaultValue: page })}${button && ` · ${t(`contract:buttons.${button}`, { defaultValue: button })}`}`
}
function buildAuditNames(
  { resources, operationAreas }: AreaDeclarations,
  labels: FieldLabels,
  t: Translate,
): AuditNames {
  const word = (name: string) => {
    const resource = resources.get(name)
    return resource ? labels.name(resource) : name
  }
  return {
    labels,
    getResourceName: word,
    findResource: (name) => resources.get(name),
    getFieldName: (resource, name) =>
      resource && name in resource.fields
        ? labels.field(resource, name)
        : t(`pages.operationLog.details.${name}`, { defaultValue: resource ? labels.field(resource, name) : name }),
    getOperationName(name) {
      if (name.startsWith('system.')) return t('pages.operationLog.system', { defaultValue: name })
      if (name.startsWith('job.')) return t('pages.operationLog.job', { defaultValue: name })
      const area = operationAreas.get(name) ?? resources.get(name.split('.')[0] ?? '')?.area
      return area ? labels.action({ area, name }) : name
    },
    getEntryTitle({ resource, rowTitle, action, after }) {
      const storedTitle = String(rowTitle ?? '')
      if (resource === 'menu') return formatMenuName(t, storedTitle)
      const { reason, ...params } = (after ?? {}) as Record<string, unknown>
      return action === 'refused' && typeof reason === 'string'
        ? t(reason, { value: '…', ...params, defaultValue: storedTitle })
        : storedTitle // in the reader's language
    },
    listResourceOptions: () =>
      [...resources.keys()].map((key) => ({ key, word: word(key) })).sort((a, b) => a.word.localeCompare(b.word)),
  }
}
