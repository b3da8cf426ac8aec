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
import { openApprovals } from '../rules/approval'
import type { DocumentView, Shown } from './document-view'
import { DocumentPanel } from './panel/DocumentPanel'
import { StateOf } from './StateOf'

const DocumentForm = lazy(() => import('./form/DocumentForm'))
export const documentCells: Cells = {
  state: (row) => <StateOf {...(row as unknown as DocumentRow)} />, // lists of documents have only such rows
  revision: (row) => <Revision of={row['revision'] as number} />,
}
const OPEN = openApprovals.join(',')
const VIEWS = ['inForce', 'open', 'all'] as const
const FACTS = ['code', 'revision', 'state'] as const
const DECIDED = ['approvedAt', 'approvedBy', 'note'] as const

/** Columns and fixed filters of each tab; built once per view. */
interface Lists {
  columns: Readonly<Record<(typeof VIEWS)[number], readonly string[]>>
  fixed: Readonly<Record<(typeof VIEWS)[number], Readonly<Record<string, string | boolean>>>>
  /** Hides the filters of the kind's fixed values, because the page determines the kind. */
  ownFilters: Readonly<Record<string, { Filter: null; word: (value: string) => string }>>
}
const known = new WeakMap<DocumentView, Lists>()
function listsOf(view: DocumentView): Lists {
  let made = known.get(view)
  if (!made) {
    const { columns, more = [] } = view
    const { subject } = view.of
    const fixed = view.kind.fixed as Readonly<Record<string, string>>
    made = {
      columns: {
        inForce: [...FACTS, ...columns, ...more, ...DECIDED],
        open: [
          ...FACTS,
          subject,
          'waitingFor',
          'submittedAt',
          'submittedBy',
          ...columns.filter((name) => name !== subject),
          'note',
        ],
        all: [...FACTS, ...columns, 'waitingFor', ...DECIDED],
      },
      fixed: { inForce: { ...fixed, newest: true }, open: { ...fixed, state: OPEN }, all: fixed },
      ownFilters: Object.fromEntries(
        Object.keys(fixed).map((name) => [name, { Filter: null, word: (value: string) => value }]),
      ),
    }
    known.set(view, made)
  }
  return made
}
function Revision({ of: revision }: { of: number }) {
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
  const mayEdit = useHasPermission(view.of.kinds.map(({ page }) => `${page}Edit`))
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
  return <List view={view} mayAdd={mayAdd} above={above} place={place} />
}
function List({ view, mayAdd, above, place }: DocumentPageProps & { mayAdd: boolean }) {
  const { t } = useTranslation(['standards', 'client'])
  const [params, change] = useParams()
  const { resource } = view.of
  const { columns, fixed, ownFilters } = listsOf(view)
  // A filter by state applies to all versions.
  const tab =
    params.has('state') || params.has('newest') ? 'all' : (VIEWS.find((one) => one === params.get('view')) ?? 'inForce')
  const { total: open } = useList(
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
              ...(key === 'open' && open > 0 ? { count: open } : {}),
            }))}
          />
        </>
      ),
      detail: ({ row, refs, onBack, onGone }) => (
        <DocumentPanel
          view={view}
          row={row as Shown}
          refs={refs}
          onBack={onBack}
          onGone={onGone}
          onEdit={() => change({ edit: '1' })}
          onOpen={(id, more = {}) => change({ id, ...more })}
        />
      ),
    }),
    [t, view, tab, change, open, above, place],
  )
  return (
    <CustomFiltersContext.Provider value={ownFilters}>
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
