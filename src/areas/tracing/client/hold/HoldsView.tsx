import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { hold, releaseHold } from '@/areas/rolls/contract/hold'
import { RecallList } from './RecallList'

type Hold = Row<typeof hold>
const holdTones = { held: 'bad', released: 'ok' } as const
const HOLD_COLUMNS = [
  'number',
  'state',
  'subject',
  'kind',
  'reason',
  'jumbos',
  'slitRolls',
  'packages',
  'kg',
  'heldAt',
  'heldBy',
]

/** 扣留: active and released holds. An active hold is shown with everything that it reaches, and can be released here. */
export default function HoldsView({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('tracing')
  return (
    <ResourcePage
      resource={hold}
      columns={HOLD_COLUMNS}
      cells={{ state: (row) => <ResourceStateBadge resource={hold} state={row['state']} tones={holdTones} /> }}
      primary={null}
      parts={{
        title: t('pages.qualityTracking.title'),
        above: tabs,
        detail: ({ row, refs, onBack }) => <HoldPanel row={row} refs={refs} onBack={onBack} />,
      }}
    />
  )
}
function HoldPanel({
  row,
  refs,
  onBack,
}: {
  row: ListRow
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
}) {
  const { t } = useTranslation('tracing')
  const mayRelease = useCanCall(releaseHold)
  const [isReleasing, setReleasing] = useState(false)
  const holdRow = row as ListRow & Hold
  return (
    <PageFrame
      title={holdRow.number}
      subtitle={holdRow.subject ?? ''}
      {...(onBack ? { onBack } : {})}
      primary={
        holdRow.state === 'held' &&
        mayRelease && (
          <Button look="primary" onClick={() => setReleasing(true)}>
            {t('pages.qualityTracking.release')}
          </Button>
        )
      }
    >
      <ResourceStateBadge resource={hold} state={holdRow.state} tones={holdTones} />
      <ResourceDetailView resource={hold} row={row} refs={refs} />
      <RecallList subject={{ kind: holdRow.kind, id: holdRow.subjectId }} label={holdRow.subject ?? holdRow.number} />
      {isReleasing && (
        <CommandDialog
          command={releaseHold}
          row={holdRow}
          changedResources={['jumboRoll', 'slitRoll', 'package']}
          above={holdRow.kind === 'materialLot' && <p>{t('pages.qualityTracking.releaseLots')}</p>}
          onClose={() => setReleasing(false)}
        />
      )}
    </PageFrame>
  )
}
