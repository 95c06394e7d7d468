/** Does the same with each, so many at a time; in the order of what was given. */
export async function inTurn<One, Made>(all: readonly One[], atOnce: number, work: (one: One) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < all.length; index = next++) made[index] = await work(all[index] as One);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker));
  return made;
}
