import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { downgradeCheck, type qualityCheck } from '../../contract/quality-check'
import { formatDefectPlace } from './DefectsField'

type Check = Row<typeof qualityCheck>

/** 降等: downgrades exactly the lanes and metres that the check found; the dialog lists them first. */
export function CheckDowngradeDialog({ check, onClose }: { check: Check; onClose: () => void }) {
  const { t } = useTranslation('quality')
  const majorDefects = check.defects.filter(({ severity }) => severity !== 'minor')
  const translate = t as (key: string, params?: object) => string
  return (
    <CommandDialog
      command={downgradeCheck}
      row={check}
      label={t('pages.sheet.downgrade')}
      objectName={check.number ?? ''}
      fieldLabels={{ grade: t('pages.sheet.grade'), defect: t('pages.sheet.chooseDefect') }}
      startValues={{ grade: 'downgraded' }}
      fieldNames={majorDefects.length === 0 ? ['defect', 'grade'] : ['grade']}
      requiredNames={['defect']}
      above={
        <>
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
        </>
      }
      inputs={{
        defect: ({ label, value, onChange }) => (
          <ChoiceGrid
            label={label}
            options={defectKinds.map((key) => ({ key, label: t(`qualityCheck.subOptions.defects.kind.${key}`) }))}
            value={value}
            onChange={onChange}
          />
        ),
      }}
      isDangerous
      changedResources={['slitRoll', 'jumboRoll']}
      onClose={onClose}
    />
  )
}
