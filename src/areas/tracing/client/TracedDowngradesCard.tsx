import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { DowngradeList } from '@/areas/rolls/client/shared/DowngradeList'
import type { Row } from '@/contract/resource'
import { useTakeBackJumboDowngrade, type RenderTakeBackDialog } from '@/areas/rolls/client/shared/use-take-back'
import { useTakeBackSlitDowngrade } from '@/areas/slitting/client/shared/use-take-back-slit-downgrade'

type StoredJumbo = Row<typeof jumboRoll>
type StoredSlitRoll = Row<typeof slitRoll>

/**
 * Card with the downgrades of the traced roll. People who may downgrade can also take downgrades back here, because
 * inspectors have no page of rolls.
 */
export function TracedDowngradesCard({ kind, id }: { kind: string; id: string }) {
  const jumbo = useRow(jumboRoll, kind === 'jumboRoll' ? id : null)
  const slit = useRow(slitRoll, kind === 'slitRoll' ? id : null)
  if (jumbo.row && hasDowngrades(jumbo.row)) return <JumboDowngradesCard roll={jumbo.row} />
  if (slit.row && hasDowngrades(slit.row)) return <SlitDowngradesCard roll={slit.row} />
  return null
}
const hasDowngrades = ({ downgrades, takenBackDowngrades }: Pick<StoredJumbo, 'downgrades' | 'takenBackDowngrades'>) =>
  downgrades.length + takenBackDowngrades.length > 0
function JumboDowngradesCard({ roll }: { roll: StoredJumbo }) {
  return <DowngradesCard rollKind="jumboRoll" roll={roll} renderTakeBackDialog={useTakeBackJumboDowngrade(roll)} />
}
function SlitDowngradesCard({ roll }: { roll: StoredSlitRoll }) {
  const { row: set } = useRow(slitSet, roll.slitSetId)
  return <DowngradesCard rollKind="slitRoll" roll={roll} renderTakeBackDialog={useTakeBackSlitDowngrade(roll, set)} />
}
function DowngradesCard({
  rollKind,
  roll,
  renderTakeBackDialog,
}: {
  rollKind: 'jumboRoll' | 'slitRoll'
  roll: Pick<StoredJumbo, 'downgrades' | 'takenBackDowngrades'>
  renderTakeBackDialog: RenderTakeBackDialog | undefined
}) {
  const { t } = useTranslation(['tracing', 'rolls', 'slitting'])
  return (
    <section className="ui-card">
      <h2>
        {t(rollKind === 'slitRoll' ? 'slitting:slitRoll.fields.downgrades' : 'rolls:jumboRoll.fields.downgrades')}
      </h2>
      <DowngradeList
        downgrades={roll.downgrades}
        takenBack={roll.takenBackDowngrades}
        renderTakeBackDialog={renderTakeBackDialog}
      />
    </section>
  )
}
