import './standards.css'
import { lazy, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useQueryParams, ROW_IDS_PARAM } from '@/client/use-query-params'
import type { Cells } from '@/client/resource/build-columns'
import { CustomFiltersContext } from '@/client/resource/FilterFields'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { useHasPermission, useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { LazyBoundary } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import type { DocumentRow } from '../contract/document'
import { openApprovalStates } from '../rules/approval'
import type { DocumentView, VersionRow } from './document-view'
import { DocumentPanel, VersionStateBadge } from './panel/DocumentPanel'

const DocumentForm = lazy(() => import('./form/DocumentForm'))
export const documentCells: Cells = {
  state: (row) => <VersionStateBadge {...(row as unknown as DocumentRow)} />, // all rows of these lists are documents
  revision: (row) => <RevisionText number={row['revision'] as number} />,
}
const OPEN_STATES = openApprovalStates.join(',')
const TABS = ['inForce', 'open', 'all'] as const
const FIRST_COLUMNS = ['code', 'revision', 'state'] as const
const DECISION_COLUMNS = ['approvedAt', 'approvedBy', 'note'] as const

/** Columns and fixed filters of each tab; built once per view. */
interface ListSettings {
  columns: Readonly<Record<(typeof TABS)[number], readonly string[]>>
  fixedFilters: Readonly<Record<(typeof TABS)[number], Readonly<Record<string, string | boolean>>>>
  /** Hides the filters of the kind's fixed values, because the page determines the kind. */
  customFilters: Readonly<Record<string, { Filter: null; formatValue: (value: string) => string }>>
}
const settingsByView = new WeakMap<DocumentView, ListSettings>()
function getListSettings(view: DocumentView): ListSettings {
  let settings = settingsByView.get(view)
  if (!settings) {
    const { columns, wideColumns = [] } = view
    const { subjectField } = view.definition
    const fixedValues = view.kind.fixedValues as Readonly<Record<string, string>>
    settings = {
      columns: {
        inForce: [...FIRST_COLUMNS, ...columns, ...wideColumns, ...DECISION_COLUMNS],
        open: [
          ...FIRST_COLUMNS,
          subjectField,
          'waitingFor',
          'submittedAt',
          'submittedBy',
          ...columns.filter((name) => name !== subjectField),
          'note',
        ],
        all: [...FIRST_COLUMNS, ...columns, 'waitingFor', ...DECISION_COLUMNS],
      },
      fixedFilters: {
        inForce: { ...fixedValues, newest: true },
        open: { ...fixedValues, state: OPEN_STATES },
        all: fixedValues,
      },
      customFilters: Object.fromEntries(
        Object.keys(fixedValues).map((name) => [name, { Filter: null, formatValue: (value: string) => value }]),
      ),
    }
    settingsByView.set(view, settings)
  }
  return settings
}
function RevisionText({ number: revision }: { number: number }) {
  const { t } = useTranslation('standards')
  return t('pages.standard.revision', { revision })
}

export interface DocumentPageProps {
  view: DocumentView
  /** Content above the list, if the page has other parts too. */
  above?: ReactNode
  /** Names of the URL parameters that select the part of the page. */
  placeParams?: readonly string[]
}
/**
 * Page of one kind of document: lists of versions in force, in progress and all, a panel with the approval, and the
 * form.
 */
export function DocumentPage({ view, above, placeParams }: DocumentPageProps) {
  const [params, changeParams] = useQueryParams()
  const canAdd = useCanCall(view.kind.add)
  // The permission for any kind suffices, because a notice may have opened a row of another kind on this page.
  const canEdit = useHasPermission(view.definition.kinds.map(({ page }) => `${page}Edit`))
  const id = params.get('id')
  if ((params.get('new') && canAdd) || (params.get('edit') && id && canEdit)) {
    return (
      <LazyBoundary>
        <DocumentForm
          view={view}
          id={params.get('new') ? null : id}
          onBack={() => changeParams({ new: null, edit: null }, { replace: true })}
          onDone={(savedId) =>
            changeParams({ new: null, edit: null, view: 'open', id: savedId || null }, { replace: true })
          }
        />
      </LazyBoundary>
    )
  }
  return <DocumentList view={view} canAdd={canAdd} above={above} placeParams={placeParams} />
}
function DocumentList({ view, canAdd, above, placeParams }: DocumentPageProps & { canAdd: boolean }) {
  const { t } = useTranslation(['standards', 'client'])
  const [params, changeParams] = useQueryParams()
  const { resource } = view.definition
  const { columns, fixedFilters, customFilters } = getListSettings(view)
  // A filter by state applies to all versions.
  const tab =
    params.has('state') || params.has('newest') ? 'all' : (TABS.find((key) => key === params.get('view')) ?? 'inForce')
  const { total: openCount } = useList(
    resource,
    useMemo(() => ({ ...fixedFilters.open, size: 1 }), [fixedFilters]),
  )
  const parts = useMemo(
    (): PageParts => ({
      ...(placeParams ? { lockedFilters: placeParams } : {}),
      above: (
        <>
          {above}
          <Tabs
            label={t('processStandard.fields.state')}
            chosen={tab}
            onChoose={(chosenTab) =>
              changeParams({
                view: chosenTab === 'inForce' ? null : chosenTab,
                id: null,
                state: null,
                newest: null,
                [ROW_IDS_PARAM]: null,
              })
            }
            tabs={TABS.map((key) => ({
              key,
              label: t(`pages.standard.views.${key}`),
              ...(key === 'open' && openCount > 0 ? { count: openCount } : {}),
            }))}
          />
        </>
      ),
      detail: ({ row, refs, onBack, onRemoved }) => (
        <DocumentPanel
          view={view}
          row={row as VersionRow}
          refs={refs}
          onBack={onBack}
          onRemoved={onRemoved}
          onEdit={() => changeParams({ edit: '1' })}
          onOpen={(id, otherParams = {}) => changeParams({ id, ...otherParams })}
        />
      ),
    }),
    [t, view, tab, changeParams, openCount, above, placeParams],
  )
  return (
    <CustomFiltersContext.Provider value={customFilters}>
      <ResourcePage
        resource={resource}
        columns={columns[tab]}
        cells={documentCells}
        fixedFilters={fixedFilters[tab]}
        parts={parts}
        primary={
          canAdd && (
            <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => changeParams({ new: '1', id: null })}>
              {t(`pages.document.add.${resource.name}`)}
            </Button>
          )
        }
      />
    </CustomFiltersContext.Provider>
  )
}
