import { useTranslation } from 'react-i18next'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import { defectsLeft } from '@/areas/rolls/rules/defect-map'
import { trimPercent } from '@/areas/rolls/rules/dimensions'
import { metresLeft } from '@/areas/rolls/rules/jumbo-roll'
import { shareKg } from '@/areas/rolls/rules/mass-balance'
import { OnHold } from '../hold/OnHold'
import type { Jumbo } from './cut-state'

/** Properties of a jumbo to know before cutting, and the trim of the given lanes. */
export function JumboFacts({ jumbo, lanes }: { jumbo: Jumbo; lanes: readonly { width: number; count: number }[] }) {
  const { t } = useTranslation('rolls')
  const trim = jumbo.widthMm && lanes.length ? trimPercent(jumbo.widthMm, [sumLaneWidths(lanes)]) : null
  const left = metresLeft(jumbo)
  const defects = defectsLeft(jumbo.defects, left)
  return (
    <>
      <OnHold holds={jumbo.holds} />
      <dl className="roll-facts">
        <div>
          <dt>{t('jumboRoll.fields.widthMm')}</dt>
          <dd>
            <Quantity value={jumbo.widthMm} unit="mm" decimals={0} whole />
          </dd>
        </div>
        <div>
          <dt>{t('jumboRoll.fields.leftM')}</dt>
          <dd>
            <Quantity value={left} unit="m" decimals={0} whole />
          </dd>
        </div>
        <div>
          <dt>{t('jumboRoll.fields.gsm')}</dt>
          <dd>
            <Quantity value={jumbo.gsm} unit="g/m²" />
          </dd>
        </div>
        <div>
          <dt>{t('jumboRoll.fields.netKg')}</dt>
          <dd>
            <Quantity
              value={jumbo.netKg === null ? null : shareKg(jumbo.netKg, jumbo.lengthM, left ?? 0)}
              unit="kg"
              decimals={1}
            />
          </dd>
        </div>
        <div>
          <dt>{t('answers.trimPercent')}</dt>
          <dd>
            <Quantity value={trim} unit="%" decimals={2} />
          </dd>
        </div>
        {defects.length > 0 && (
          <div>
            <dt>{t('jumboRoll.fields.defects')}</dt>
            <dd>
              <StateBadge tone="warn">
                {defects
                  .map((d) => t(`jumboRoll.subOptions.defects.kind.${d.kind}`))
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
