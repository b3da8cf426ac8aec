/** Feedback on material 物料反馈: until when its supplier owes the answer. */
import type { Day } from '@/plant/rules/plant-time'

/** Whether the supplier's answer is owed and its day has passed. Only what was approved was sent to anybody. */
export const isAnswerOverdue = (
  row: { readonly state: string; readonly answerBy: Day | null; readonly feedbackAt: string | null },
  today: Day,
): boolean => row.state === 'approved' && row.feedbackAt === null && row.answerBy !== null && row.answerBy < today
