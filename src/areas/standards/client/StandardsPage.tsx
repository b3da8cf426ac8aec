import { openApprovals } from '../rules/approval'
import './standards.css'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import type { Cells } from '@/client/resource/columns'
import { OwnFiltersContext } from '@/client/resource/own-filters'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { useMay, useMayCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { processStandard } from '../contract/process-standard'
import { StandardPanel } from './panel/StandardPanel'
import { StateOf } from './StateOf'
import { variants, type Standard, type Variant } from './variant'

const StandardForm = lazy(() => import('./form/StandardForm'))
const of = processStandard
const FACTS = ['code', 'revision', 'state', 'productId', 'lineId', 'idealSpeed'] as const
const COLUMNS = {
  inForce: [...FACTS, 'weightTolerance', 'approvedAt', 'approvedBy', 'note'],
  open: [
    'code',
    'revision',
    'state',
    'productId',
    'waitingFor',
    'submittedAt',
    'submittedBy',
    'lineId',
    'idealSpeed',
    'note',
  ],
  all: [...FACTS, 'waitingFor', 'approvedAt', 'approvedBy', 'note'],
} as const
export const standardCells: Cells = {
  state: (row) => <StateOf {...(row as Standard)} />,
  revision: (row) => <Revision of={row['revision'] as number} />,
}
const OPEN = openApprovals.join(',')
const EITHER_EDIT = ['processDataEdit', 'slittingProcessEdit']
const VIEWS = ['inForce', 'open', 'all'] as const
/** Made once: the list's own filters beside those of the view. */
const fixedOf = (variant: Variant) => ({
  inForce: { variant, newest: true },
  open: { variant, state: OPEN },
  all: { variant },
})
const fixed = { mainLine: fixedOf('mainLine'), slitting: fixedOf('slitting') }

/** The page says which kind it shows. */
const OWN_FILTERS = { variant: { Filter: null, word: (value: string) => value } }
function Revision({ of: revision }: { of: number }) {
  const { t } = useTranslation('standards')
  return t('pages.standard.revision', { revision })
}

/** Process standards of one kind: those in force, those in work, and all; one of them with its approval; the form. */
export function StandardsPage({ variant }: { variant: Variant }) {
  const [params, change] = useParams()
  const mayAdd = useMayCall(variants[variant].add)
  // Of either kind: a notice may have opened one of the other here.
  const mayEdit = useMay(EITHER_EDIT)
  const id = params.get('id')
  if ((params.get('new') && mayAdd) || (params.get('edit') && id && mayEdit)) {
    return (
      <Suspense
        fallback={
          <div className="pad">
            <SkeletonDetail />
          </div>
        }
      >
        <StandardForm
          variant={variant}
          id={params.get('new') ? null : id}
          onBack={() => change({ new: null, edit: null }, true)}
          onDone={(saved) => change({ new: null, edit: null, view: 'open', id: saved || null }, true)}
        />
      </Suspense>
    )
  }
  return <List variant={variant} mayAdd={mayAdd} />
}
function List({ variant, mayAdd }: { variant: Variant; mayAdd: boolean }) {
  const { t } = useTranslation(['standards', 'client'])
  const [params, change] = useParams()
  // Whoever filters by state looks among all of them.
  const view =
    params.has('state') || params.has('newest') ? 'all' : (VIEWS.find((one) => one === params.get('view')) ?? 'inForce')
  const { total: open } = useList(
    processStandard,
    useMemo(() => ({ variant, state: OPEN, size: 1 }), [variant]),
  )
  const parts = useMemo(
    (): PageParts => ({
      above: (
        <Tabs
          label={t('processStandard.fields.state')}
          chosen={view}
          onChoose={(next) => change({ view: next === 'inForce' ? null : next, id: null, state: null, newest: null })}
          tabs={VIEWS.map((key) => ({
            key,
            word: t(`pages.standard.views.${key}`),
            ...(key === 'open' && open > 0 ? { count: open } : {}),
          }))}
        />
      ),
      detail: ({ row, refs, onBack, onGone }) => (
        <StandardPanel
          row={row as Standard}
          refs={refs}
          onBack={onBack}
          onGone={onGone}
          onEdit={() => change({ edit: '1' })}
          onOpen={(id, more = {}) => change({ id, ...more })}
        />
      ),
    }),
    [t, view, change, open],
  )
  return (
    <OwnFiltersContext.Provider value={OWN_FILTERS}>
      <ResourcePage
        of={of}
        columns={COLUMNS[view]}
        cells={standardCells}
        fixed={fixed[variant][view]}
        parts={parts}
        primary={
          mayAdd && (
            <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => change({ new: '1', id: null })}>
              {t('pages.standard.add')}
            </Button>
          )
        }
      />
    </OwnFiltersContext.Provider>
  )
}
