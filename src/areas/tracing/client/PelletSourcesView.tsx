import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { derivePelletSources, pelletSource } from '../contract/pellet-source'

const COLUMNS = [
  'lotId',
  'kg',
  'recycleId',
  'jumboRollId',
  'slitRollId',
  'sourceLotId',
  'purchased',
  'madeAt',
  'basis',
  'note',
] as const

/**
 * 再生粒来源: the sources of each lot of reclaimed pellets. The server derives sources from the recorded trim; people add
 * and correct entries.
 */
export default function PelletSourcesView({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('tracing')
  const pageTitle = usePageTitle()
  const parts = useMemo(
    (): PageParts => ({ title: pageTitle ?? t('pelletSource.name'), above: tabs }),
    [pageTitle, t, tabs],
  )
  return (
    <ResourcePage
      resource={pelletSource}
      columns={COLUMNS}
      parts={parts}
      actions={(row) => <DeriveAgainButton row={row} />}
    />
  )
}
/** Button that derives the sources of the lot again. Sources that people entered stay. */
function DeriveAgainButton({ row }: { row: ListRow }) {
  const { t } = useTranslation('tracing')
  const command = useCommand(derivePelletSources)
  if (!useCanCall(derivePelletSources)) return null
  return (
    <Button
      className="beside"
      disabled={command.busy}
      onClick={() => void command.run({ lotId: String(row['lotId']) }, { changedResources: ['pelletSource'] })}
    >
      {t('actions.pelletSource_derive')}
    </Button>
  )
}
