export default function DemonstrationPage() {
  return null
}
