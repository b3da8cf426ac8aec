import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useActor } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { decisionCommands, rejectInspection, releaseInspection } from '../../contract/inspection-commands'
import { materialInspection } from '../../contract/material-inspection'
import { lotStateByInspectionState, materialInspectionLifecycle } from '../../rules/material-inspection'
import { inspectionResultTones, inspectionStateTones } from '../inspection-tones'
import type { InspectionWithPending } from './format-inspection'

type DecisionAction = 'release' | 'concede' | 'reject'

/** 判定: release, concession or rejection, with the resulting state of the lot. All but a release need a reason. */
export function DecideInspectionDialog({ row, onClose }: { row: InspectionWithPending; onClose: () => void }) {
  const { t } = useTranslation(['incoming', 'feeding'])
  const [chosenAction, setChosenAction] = useState<string | null>(null)
  const allowedCommands = getAllowedCommands(decisionCommands, row, useActor())
  // Someone else may decide while the dialog is open.
  const command = allowedCommands.find(({ action }) => action === chosenAction)
  const nextState = command && materialInspectionLifecycle.actions[command.action as DecisionAction].to
  const choice = (
    <>
      <p className="chips">
        {allowedCommands.length === 0 && (
          <ResourceStateBadge resource={materialInspection} state={row.state} tones={inspectionStateTones} />
        )}
        <ResourceStateBadge
          resource={materialInspection}
          field="result"
          state={row.result}
          tones={inspectionResultTones}
        />
        <span className="quiet">{t('pages.inspections.nonconforming', { n: row.nonconforming })}</span>
      </p>
      <div className="incoming-choices cluster">
        {allowedCommands.map(({ action }) => (
          <Button key={action} aria-pressed={action === chosenAction} onClick={() => setChosenAction(action)}>
            {t(`actions.materialInspection_${action}`)}
          </Button>
        ))}
      </div>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('pages.inspections.decideTitle', { number: row.number })}>
      <InlineCommandForm
        command={command ?? releaseInspection}
        row={row}
        {...(command ? {} : { label: t('pages.inspections.decide') })}
        fieldNames={['reason']}
        isDangerous={command === rejectInspection}
        above={choice}
        // Disables the button, without an explanation, until an action is chosen.
        check={() => (command ? null : '')}
        preview={() =>
          nextState && (
            <output className="quiet">
              {t('pages.inspections.lotBecomes', {
                state: t(`feeding:materialLot.options.state.${lotStateByInspectionState[nextState]}`),
              })}
            </output>
          )
        }
        changedResources={['materialLot', 'feed']}
        onCancel={onClose}
        onSaved={onClose}
      />
    </Dialog>
  )
}
