import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { SuggestionsProvider } from '@/client/fields/SuggestionsProvider'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { RetryIcon } from '@/client/ui/icons'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { firstLevelItems } from '../../contract/options'
import { resultTones } from '../../contract/tones'
import { useRecordForm } from './record-form'

type Options = typeof firstLevelItems
/** Definition of a kind of record: resource, columns, cells, and the endpoint that suggests text for one field. */
export interface Kind {
  of: Resource
  columns: readonly string[]
  cells?: Cells
  offers?: Readonly<Record<string, Options>>
}
type Listed = Resource<string, Resource['fields'], { list: `POST /${string}` }>

/** List, detail and form of one kind of record. Repeating a record copies machine and items without results. */
export function KindPage({ kind: { of, columns, cells: own, offers }, above }: { kind: Kind; above: ReactNode }) {
  const { t } = useTranslation('equipment')
  const [params, change] = useParams()
  const mayAdd = useCanCall(of.endpoints.create)
  const cells = useMemo(() => ({ result: createStateCell(of, 'result', resultTones), ...own }), [of, own])
  const parts = useMemo(() => ({ above }), [above])
  const inForm = params.has('new') || params.has('edit')
  const likeId = params.has('new') ? params.get('like') : null
  const like = useRow(of as Listed, likeId)
  const form = useRecordForm(like.row)
  if (likeId && like.isLoading && !like.error)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  return (
    <Offered offers={inForm ? offers : undefined}>
      <ResourcePage
        of={of}
        columns={columns}
        cells={cells}
        form={form}
        parts={parts}
        {...(mayAdd
          ? {
              actions: (row: ListRow) => (
                <Button
                  look="primary"
                  icon={<RetryIcon size={20} />}
                  onClick={() => change({ id: null, like: row.id, new: '1' })}
                >
                  {t('pages.records.again')}
                </Button>
              ),
            }
          : {})}
      />
    </Offered>
  )
}

/** Provides suggestions from earlier records for one field of the form. */
function Offered({ offers = {}, children }: { offers?: Kind['offers']; children: ReactNode }) {
  const [field, options] = Object.entries(offers)[0] ?? []
  const found = useWords(options)
  return (
    <SuggestionsProvider field={field ?? ''} suggestions={found}>
      {children}
    </SuggestionsProvider>
  )
}
const none = {}
function useWords(options: Options | undefined): readonly string[] | null {
  const { data } = useEndpoint(options ?? firstLevelItems, none, { enabled: options !== undefined })
  return useMemo(() => (data ? [...new Set(data.map((one) => one.label))].slice(0, 100) : null), [data])
}
