import { useTranslation } from 'react-i18next'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import { filterRemainingDefects } from '@/areas/rolls/rules/defect-map'
import { calculateTrimPercent } from '@/areas/rolls/rules/dimensions'
import { getMetresLeft } from '@/areas/rolls/rules/jumbo-roll'
import { calculateShareKg } from '@/areas/rolls/rules/roll-mass'
import { HoldNotice } from '@/areas/rolls/client/shared/HoldNotice'
import type { StoredJumbo } from './displayed-sets'

/** Properties of a jumbo that matter for cutting, and the trim that the given lanes leave. */
export function JumboSummaryPanel({
  jumbo,
  lanes,
}: {
  jumbo: StoredJumbo
  lanes: readonly { width: number; count: number }[]
}) {
  const { t } = useTranslation(['slitting', 'rolls'])
  const trimPercent = jumbo.widthMm && lanes.length ? calculateTrimPercent(jumbo.widthMm, [sumLaneWidths(lanes)]) : null
  const metresLeft = getMetresLeft(jumbo)
  const defects = filterRemainingDefects(jumbo.defects, metresLeft)
  return (
    <>
      <HoldNotice holds={jumbo.holds} />
      <dl className="facts">
        <div>
          <dt>{t('rolls:jumboRoll.fields.widthMm')}</dt>
          <dd>
            <Quantity value={jumbo.widthMm} unit="mm" decimals={0} showsAllDigits />
          </dd>
        </div>
        <div>
          <dt>{t('rolls:jumboRoll.fields.leftM')}</dt>
          <dd>
            <Quantity value={metresLeft} unit="m" decimals={0} showsAllDigits />
          </dd>
        </div>
        <div>
          <dt>{t('rolls:jumboRoll.fields.gsm')}</dt>
          <dd>
            <Quantity value={jumbo.gsm} unit="g/m²" />
          </dd>
        </div>
        <div>
          <dt>{t('rolls:jumboRoll.fields.netKg')}</dt>
          <dd>
            <Quantity
              value={jumbo.netKg === null ? null : calculateShareKg(jumbo.netKg, jumbo.lengthM, metresLeft ?? 0)}
              unit="kg"
              decimals={1}
            />
          </dd>
        </div>
        <div>
          <dt>{t('answers.trimPercent')}</dt>
          <dd>
            <Quantity value={trimPercent} unit="%" decimals={2} />
          </dd>
        </div>
        {defects.length > 0 && (
          <div>
            <dt>{t('rolls:jumboRoll.fields.defects')}</dt>
            <dd>
              <StateBadge tone="warn">
                {defects
                  .map((d) => t(`rolls:jumboRoll.subOptions.defects.kind.${d.kind}`))
                  .slice(0, 3)
                  .join(' · ')}
              </StateBadge>
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}
