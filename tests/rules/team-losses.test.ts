import { expect, it } from 'vitest'
import { calculateTeamLosses, rankTeamLosses, sumOutputOfTeams } from '@/areas/feeding/rules/team-losses'

const teamA = {
  team: 'A',
  woundKg: 970,
  woundDowngradedKg: 50,
  woundWasteKg: 20,
  disposedKg: 10,
  pelletizedKg: 20,
}
const teamB = {
  team: 'B',
  woundKg: 930,
  woundDowngradedKg: 50,
  woundWasteKg: 30,
  disposedKg: 20,
  pelletizedKg: 50,
}
const idleTeam = { team: 'C', woundKg: 0, woundDowngradedKg: 0, woundWasteKg: 0, disposedKg: 0, pelletizedKg: 0 }

it('measures losses by the output of the team, not by what it fed', () => {
  // 100 of 1,000 kg.
  expect(calculateTeamLosses(teamA)).toEqual({
    percents: { woundDowngradedKg: 5, woundWasteKg: 2, disposedKg: 1, pelletizedKg: 2 },
    totalPercent: 10,
  })
  expect(calculateTeamLosses(idleTeam).totalPercent).toBeNull()
})
it('ranks the largest loss first, and takes the mean over all kilograms', () => {
  expect(rankTeamLosses([teamA, idleTeam, teamB]).map(({ row, totalPercent }) => [row.team, totalPercent])).toEqual([
    ['B', 15],
    ['A', 10],
  ])
  expect(calculateTeamLosses(sumOutputOfTeams([teamA, teamB])).totalPercent).toBe(12.5)
})
