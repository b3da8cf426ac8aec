import { use, useMemo } from 'react'
import type { Resource } from '@/contract/resource'
import { useTranslation } from 'react-i18next'
import { getAreas } from '@/client/area-registry'
import type { TextChoice } from '@/client/fields/form-scope'
import { useLabels, type FieldLabels } from '@/client/i18n/labels'

/** Resources and endpoints of all areas. */
interface AreaDeclarations {
  resourceByName: ReadonlyMap<string, Resource>
  /** Area of each endpoint, by the endpoint's name. */
  areaByOperation: ReadonlyMap<string, string>
}
let declarationsPromise: Promise<AreaDeclarations> | undefined
/** Loads the declarations of all areas, because the audit trail covers all of them. */
async function fetchDeclarations(): Promise<AreaDeclarations> {
  const contracts = (await Promise.all(getAreas().map((area) => area.contract?.() ?? []))).flat()
  return {
    resourceByName: new Map(
      (contracts.flatMap((area) => area.resources) as Resource[]).map((resource) => [resource.name, resource]),
    ),
    areaByOperation: new Map(
      contracts.flatMap((area) => area.endpoints.map((endpoint) => [endpoint.name, area.name] as const)),
    ),
  }
}
/** Loads the declarations once. A failed load is not cached, so the next visit tries again. */
function loadDeclarations(): Promise<AreaDeclarations> {
  declarationsPromise ??= fetchDeclarations().catch((error: unknown) => {
    declarationsPromise = undefined
    throw error
  })
  return declarationsPromise
}

/** Labels of all resources, fields and operations in the audit trail, in the reader's language. */
export interface AuditNames {
  labels: FieldLabels
  findResource: (name: string) => Resource | undefined
  /** Label of a resource; its name if no area of this version declares it. */
  getResourceLabel: (name: string) => string
  getOperationLabel: (name: string) => string
  /** Label of a field, or of an audit detail that is not a field. */
  getFieldLabel: (resource: Resource | undefined, name: string) => string
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
type Translate = (key: string, options?: { defaultValue: string; [parameter: string]: unknown }) => string
/** Formats the name of a menu node as page and button, e.g. `repair.Accept` as `Repairs · Accept`. */
export function formatMenuName(t: Translate, name: string): string {
  const [page = '', button = ''] = name.replace(/^group\./, '').split('.')
  const pageLabel = t(`contract:menu.${page}`, { defaultValue: page })
  return button ? `${pageLabel} · ${t(`contract:buttons.${button}`, { defaultValue: button })}` : pageLabel
}
function buildAuditNames(
  { resourceByName, areaByOperation }: AreaDeclarations,
  labels: FieldLabels,
  t: Translate,
): AuditNames {
  const getResourceLabel = (name: string) => {
    const resource = resourceByName.get(name)
    return resource ? labels.name(resource) : name
  }
  return {
    labels,
    getResourceLabel,
    findResource: (name) => resourceByName.get(name),
    getFieldLabel: (resource, name) =>
      resource && name in resource.fields
        ? labels.field(resource, name)
        : t(`pages.operationLog.details.${name}`, { defaultValue: resource ? labels.field(resource, name) : name }),
    getOperationLabel(name) {
      if (name.startsWith('system.')) return t('pages.operationLog.system', { defaultValue: name })
      if (name.startsWith('job.')) return t('pages.operationLog.job', { defaultValue: name })
      const area = areaByOperation.get(name) ?? resourceByName.get(name.split('.')[0] ?? '')?.area
      return area ? labels.action({ area, name }) : name
    },
    getEntryTitle({ resource, rowTitle, action, after }) {
      const storedTitle = String(rowTitle ?? '')
      if (resource === 'menu') return formatMenuName(t, storedTitle)
      const { reason, ...params } = (after ?? {}) as Record<string, unknown>
      return action === 'refused' && typeof reason === 'string'
        ? t(reason, { value: '…', ...params, defaultValue: storedTitle })
        : storedTitle // the server has translated it already
    },
    listResourceOptions: () =>
      [...resourceByName.keys()]
        .map((name) => ({ key: name, label: getResourceLabel(name) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
  }
}
