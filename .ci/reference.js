// A fixed task whose CPU time, in seconds, tells how fast a machine is: JavaScript on objects and strings, as in the tests.
const objects = []
let text = ''
for (let round = 0; round < 1_200; round += 1) {
  for (let i = 0; i < 1_000; i += 1) objects[i] = { id: `${round}-${i}`, tags: [String(i)], at: round * i }
  text = JSON.stringify(JSON.parse(JSON.stringify(objects)).toSorted((a, b) => b.at - a.at))
}
const { user, system } = process.cpuUsage()
process.stdout.write(text.length > 0 ? ((user + system) / 1e6).toFixed(2) : '')
