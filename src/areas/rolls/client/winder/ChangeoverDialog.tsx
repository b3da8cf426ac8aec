import './changeover.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { CheckIcon, WarnIcon } from '@/client/ui/icons'
import { Notice } from '@/client/ui/Notice'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { changeoverParts, type ChangeoverPart } from '../../rules/changeover'
import { useChangeover, type StandardProblem } from './use-changeover'
import type { WinderOrder } from '../shared/winder-state'

/** 换单清单: compares the order about to begin with the current setup of the line and highlights differences. */
export function ChangeoverDialog({
  order,
  lineId,
  refs,
  actionLabel,
  busy,
  lineTakenReason,
  onConfirm,
  onClose,
}: {
  order: WinderOrder
  lineId: string
  refs: Readonly<Record<string, string>>
  /** Label of the action that follows: start or resume. */
  actionLabel: string
  busy: boolean
  /** Reason why the line is taken; null if it is free. Another person may have taken it while this dialog was open. */
  lineTakenReason: string | null
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation(['rolls', 'client', 'orders', 'standards'])
  const language = useLanguage()
  const {
    previousOrder,
    changedParts,
    hoppers,
    standardProblem,
    refs: changeoverRefs,
    isLoading,
  } = useChangeover(order, lineId)
  const allRefs = { ...changeoverRefs, ...refs }
  const names = {
    ...allRefs,
    ...useNames('product', previousOrder ? [order.productId, previousOrder.productId] : [order.productId], allRefs),
  }
  const formatQuantity = (value: number | null, unit: string) => formatNumber(value, { language, unit, decimals: 1 })
  const joinValues = (values: readonly (string | null | undefined | false)[]) =>
    values.filter(Boolean).join(' · ') || '–'
  const formatPattern = ({ slittingPattern, widthMm }: WinderOrder) => {
    if (slittingPattern) return `${slittingPattern} mm`
    return widthMm === null ? '–' : formatQuantity(widthMm, 'mm')
  }
  const partFormatters: Readonly<Record<ChangeoverPart, (partOrder: WinderOrder) => string>> = {
    jumboLength: (partOrder) => formatQuantity(partOrder.jumboLengthM, 'm'),
    webWidth: (partOrder) => formatQuantity(partOrder.webWidthMm, 'mm'),
    slittingPattern: (partOrder) =>
      joinValues([
        formatPattern(partOrder),
        partOrder.rollLengthM !== null &&
          t('pages.winder.changeover.rollLength', { length: formatQuantity(partOrder.rollLengthM, 'm') }),
      ]),
    labels: (partOrder) =>
      joinValues([
        names[partOrder.productId],
        partOrder.gsm !== null && formatQuantity(partOrder.gsm, 'g/m²'),
        partOrder.customerId !== null && names[partOrder.customerId],
      ]),
  }
  const differenceCount = changedParts.size + hoppers.filter((hopper) => hopper.differs).length
  const checkCount = hoppers.filter((hopper) => hopper.manualCheck).length
  const differencesText = differenceCount > 0 && t('pages.winder.changeover.differ', { count: differenceCount })
  const checksText = checkCount > 0 && t('pages.winder.changeover.looks', { count: checkCount })
  const explainProblem = (problem: StandardProblem) =>
    problem.kind === 'none'
      ? t('pages.winder.changeover.noStandard')
      : t(`pages.winder.changeover.unapproved.${problem.kind}`, {
          standard: problem.standard,
          state: t(`standards:${problem.kind}Standard.options.state.${problem.state}`),
        })
  const emptyText = t('pages.winder.changeover.empty')
  const formatUnknown = (subject: 'contents' | 'recipe', material: string | null) =>
    subject === 'recipe' || material
      ? t(`pages.winder.changeover.unknown.${subject}`, { material: material ? names[material] : emptyText })
      : t('pages.winder.changeover.unknown.contentsAlone')
  return (
    <Dialog open onClose={onClose} title={`${actionLabel} · ${order.number}`}>
      <p className="quiet">
        {previousOrder
          ? t('pages.winder.changeover.after', { number: previousOrder.number })
          : t(`pages.winder.changeover.${previousOrder === null ? 'first' : 'beforeUnknown'}`)}
      </p>
      {isLoading ? (
        <SkeletonDetail fields={5} />
      ) : (
        <>
          <p className="wd-changes-count">
            {[differencesText, checksText].filter(Boolean).join(t('pages.winder.changeover.and')) ||
              t('pages.winder.changeover.same')}
          </p>
          <ul className="wd-changes stack gap-1" aria-label={t('pages.winder.changeover.title')}>
            {changeoverParts.map((part) => (
              <ChangeoverRow
                key={part}
                name={t(`pages.winder.changeover.parts.${part}`)}
                differs={changedParts.has(part)}
                currentValue={previousOrder && partFormatters[part](previousOrder)}
                nextValue={partFormatters[part](order)}
              />
            ))}
            {hoppers.map(({ hopperId, currentMaterialId, nextMaterialId, differs, manualCheck }) => (
              <ChangeoverRow
                key={hopperId ?? nextMaterialId}
                name={t('pages.winder.changeover.hopper', { code: hopperId ? names[hopperId] : '–' })}
                differs={differs}
                manualCheck={
                  manualCheck &&
                  formatUnknown(manualCheck, manualCheck === 'recipe' ? currentMaterialId : nextMaterialId)
                }
                currentValue={currentMaterialId ? names[currentMaterialId] : emptyText}
                nextValue={nextMaterialId ? names[nextMaterialId] : emptyText}
              />
            ))}
          </ul>
        </>
      )}
      {lineTakenReason && <Notice icon={WarnIcon} tone="warn" title={lineTakenReason} />}
      {standardProblem && <Notice icon={WarnIcon} tone="warn" title={explainProblem(standardProblem)} />}
      <div className="ui-actions">
        <Button
          look="primary"
          icon={<CheckIcon size={20} />}
          disabled={busy || isLoading || lineTakenReason !== null || standardProblem !== null}
          onClick={onConfirm}
        >
          {t('pages.winder.changeover.confirm', { word: actionLabel })}
        </Button>
      </div>
    </Dialog>
  )
}
function ChangeoverRow({
  name,
  differs,
  manualCheck,
  currentValue,
  nextValue,
}: {
  name: string
  differs: boolean
  /** Replaces the new value if a person has to check it. */
  manualCheck?: string
  currentValue: ReactNode
  nextValue: ReactNode
}) {
  const { t } = useTranslation('rolls')
  return (
    <li className={differs || manualCheck ? 'is-changed' : undefined}>
      <span>{name}</span>
      <b>
        {differs && currentValue && (
          <>
            <del>{currentValue}</del>{' '}
          </>
        )}
        {manualCheck ?? nextValue}
      </b>
      {(differs || manualCheck) && (
        <StateBadge tone="warn">{t(`pages.winder.changeover.${manualCheck ? 'look' : 'change'}`)}</StateBadge>
      )}
    </li>
  )
}
