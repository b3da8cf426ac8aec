import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { CheckIcon } from '@/client/ui/icons'
import { ExplainedButton } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { downgradeCheck, type qualityCheck } from '../../contract/quality-check'
import { formatDefectPlace } from './DefectsField'

type Check = Row<typeof qualityCheck>
const GRADES = ['downgraded', 'waste'] as const
type DefectKind = (typeof defectKinds)[number]

/** 降等: downgrades exactly the lanes and metres that the check found; the dialog lists them first. */
export function CheckDowngradeDialog({ check, onClose }: { check: Check; onClose: () => void }) {
  const { t } = useTranslation('quality')
  const command = useInstantCommand(downgradeCheck as Endpoint<Record<string, unknown>, unknown>)
  const [grade, setGrade] = useState<(typeof GRADES)[number]>('downgraded')
  const [defect, setDefect] = useState<DefectKind | null>(null)
  const majorDefects = check.defects.filter(({ severity }) => severity !== 'minor')
  const translate = t as (key: string, filled?: object) => string
  const confirmDowngrade = async () => {
    const input = { id: check.id, grade, ...(defect ? { defect } : {}) }
    const changes = ['slitRoll', 'jumboRoll']
    if (await command.run(input, { baseVersion: check.version, changedResources: changes })) onClose()
  }
  const disabledReason = majorDefects.length === 0 && !defect ? t('pages.sheet.chooseDefect') : null
  return (
    <Dialog open onClose={onClose} title={[t('pages.sheet.downgrade'), check.number].filter(Boolean).join(' · ')}>
      <div className="sheet-form">
        <p>{t('pages.sheet.downgradeSpans')}</p>
        <ul className="downgrade-spans">
          {majorDefects.map((majorDefect, index) => (
            <li key={`${majorDefect.kind} ${index}`}>
              <b>{t(`qualityCheck.subOptions.defects.kind.${majorDefect.kind}`)}</b>{' '}
              {formatDefectPlace(majorDefect, translate)}
            </li>
          ))}
          {majorDefects.length === 0 && <li>{t('pages.sheet.wholeRoll')}</li>}
        </ul>
        {majorDefects.length === 0 && (
          <ChoiceGrid
            label={t('pages.sheet.chooseDefect')}
            options={defectKinds.map((key) => ({ key, label: t(`qualityCheck.subOptions.defects.kind.${key}`) }))}
            value={defect}
            onChange={setDefect}
          />
        )}
        <ChoiceGrid
          inOneRow
          label={t('pages.sheet.grade')}
          options={GRADES.map((key) => ({ key, label: t(`inputOptions.grade.${key}`) }))}
          value={grade}
          onChange={setGrade}
        />
        <div className="ui-actions">
          <ExplainedButton
            look="danger"
            icon={<CheckIcon size={20} />}
            disabledReason={command.busy ? '' : disabledReason}
            onClick={() => void confirmDowngrade()}
          >
            {t('pages.sheet.downgrade')}
          </ExplainedButton>
        </div>
      </div>
    </Dialog>
  )
}
