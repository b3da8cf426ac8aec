import './standards.css'
import { lazy, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { ROW_IDS_PARAM } from '@/client/resource/narrowed-rows'
import type { Cells } from '@/client/resource/build-columns'
import { CustomFiltersContext } from '@/client/resource/custom-filters'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { useHasPermission, useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { LazyBoundary } from '@/client/ui/LazyBoundary'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import type { DocumentRow } from '../contract/document'
import { openApprovalStates } from '../rules/approval'
import type { DocumentView, VersionRow } from './document-view'
import { DocumentPanel } from './panel/DocumentPanel'
import { VersionStateBadge } from './VersionStateBadge'

const DocumentForm = lazy(() => import('./form/DocumentForm'))
export const documentCells: Cells = {
  state: (row) => <VersionStateBadge {...(row as unknown as DocumentRow)} />, // lists of documents have only such rows
  revision: (row) => <RevisionText number={row['revision'] as number} />,
}
const OPEN_STATES = openApprovalStates.join(',')
const VIEWS = ['inForce', 'open', 'all'] as const
const FIRST_COLUMNS = ['code', 'revision', 'state'] as const
const DECISION_COLUMNS = ['approvedAt', 'approvedBy', 'note'] as const

/** Columns and fixed filters of each tab; built once per view. */
interface ListSettings {
  columns: Readonly<Record<(typeof VIEWS)[number], readonly string[]>>
  fixed: Readonly<Record<(typeof VIEWS)[number], Readonly<Record<string, string | boolean>>>>
  /** Hides the filters of the kind's fixed values, because the page determines the kind. */
  customFilters: Readonly<Record<string, { Filter: null; word: (value: string) => string }>>
}
const settingsByView = new WeakMap<DocumentView, ListSettings>()
function getListSettings(view: DocumentView): ListSettings {
  let settings = settingsByView.get(view)
  if (!settings) {
    const { columns, wideColumns = [] } = view
    const { subject } = view.definition
    const fixed = view.kind.fixed as Readonly<Record<string, string>>
    settings = {
      columns: {
        inForce: [...FIRST_COLUMNS, ...columns, ...wideColumns, ...DECISION_COLUMNS],
        open: [
          ...FIRST_COLUMNS,
          subject,
          'waitingFor',
          'submittedAt',
          'submittedBy',
          ...columns.filter((name) => name !== subject),
          'note',
        ],
        all: [...FIRST_COLUMNS, ...columns, 'waitingFor', ...DECISION_COLUMNS],
      },
      fixed: { inForce: { ...fixed, newest: true }, open: { ...fixed, state: OPEN_STATES }, all: fixed },
      customFilters: Object.fromEntries(
        Object.keys(fixed).map((name) => [name, { Filter: null, word: (value: string) => value }]),
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
  /** Content above the list if the page has other parts too; `place` names the URL parameters that select the part. */
  above?: ReactNode
  place?: readonly string[]
}
/**
 * Page of one kind of document: lists of versions in force, in progress and all, a panel with the approval, and the
 * form.
 */
export function DocumentPage({ view, above, place }: DocumentPageProps) {
  const [params, change] = useParams()
  const mayAdd = useCanCall(view.kind.add)
  // Any kind of the resource, because a notice may have opened a row of the other kind here.
  const mayEdit = useHasPermission(view.definition.kinds.map(({ page }) => `${page}Edit`))
  const id = params.get('id')
  if ((params.get('new') && mayAdd) || (params.get('edit') && id && mayEdit)) {
    return (
      <LazyBoundary>
        <DocumentForm
          view={view}
          id={params.get('new') ? null : id}
          onBack={() => change({ new: null, edit: null }, true)}
          onDone={(saved) => change({ new: null, edit: null, view: 'open', id: saved || null }, true)}
        />
      </LazyBoundary>
    )
  }
  return <DocumentList view={view} mayAdd={mayAdd} above={above} place={place} />
}
function DocumentList({ view, mayAdd, above, place }: DocumentPageProps & { mayAdd: boolean }) {
  const { t } = useTranslation(['standards', 'client'])
  const [params, change] = useParams()
  const { resource } = view.definition
  const { columns, fixed, customFilters } = getListSettings(view)
  // A filter by state applies to all versions.
  const tab =
    params.has('state') || params.has('newest') ? 'all' : (VIEWS.find((one) => one === params.get('view')) ?? 'inForce')
  const { total: openCount } = useList(
    resource,
    useMemo(() => ({ ...fixed.open, size: 1 }), [fixed]),
  )
  const parts = useMemo(
    (): PageParts => ({
      ...(place ? { place } : {}),
      above: (
        <>
          {above}
          <Tabs
            label={t('processStandard.fields.state')}
            chosen={tab}
            onChoose={(next) =>
              change({
                view: next === 'inForce' ? null : next,
                id: null,
                state: null,
                newest: null,
                [ROW_IDS_PARAM]: null,
              })
            }
            tabs={VIEWS.map((key) => ({
              key,
              word: t(`pages.standard.views.${key}`),
              ...(key === 'open' && openCount > 0 ? { count: openCount } : {}),
            }))}
          />
        </>
      ),
      detail: ({ row, refs, onBack, onGone }) => (
        <DocumentPanel
          view={view}
          row={row as VersionRow}
          refs={refs}
          onBack={onBack}
          onGone={onGone}
          onEdit={() => change({ edit: '1' })}
          onOpen={(id, more = {}) => change({ id, ...more })}
        />
      ),
    }),
    [t, view, tab, change, openCount, above, place],
  )
  return (
    <CustomFiltersContext.Provider value={customFilters}>
      <ResourcePage
        of={resource}
        columns={columns[tab]}
        cells={documentCells}
        fixed={fixed[tab]}
        parts={parts}
        primary={
          mayAdd && (
            <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => change({ new: '1', id: null })}>
              {t(`pages.document.add.${resource.name}`)}
            </Button>
          )
        }
      />
    </CustomFiltersContext.Provider>
  )
}
