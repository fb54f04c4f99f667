// English forms that no stemmer brings together, each line: the word, then the forms that mean it.

const FORMS = `go went gone goes
buy bought
bring brought
think thought
teach taught
catch caught
fight fought
seek sought
take took taken
give gave given
get got gotten
make made
come came
become became
see saw seen
say said
tell told
sell sold
hold held
keep kept
sleep slept
feel felt
leave left
lose lost
build built
send sent
spend spent
lend lent
meet met
lead led
read
run ran
begin began begun
swim swam swum
sing sang sung
drink drank drunk
ring rang rung
win won
find found
stand stood
understand understood
sit sat
eat ate eaten
drive drove driven
ride rode ridden
write wrote written
rise rose risen
choose chose chosen
speak spoke spoken
break broke broken
wake woke woken
steal stole stolen
wear wore worn
grow grew grown
know knew known
throw threw thrown
draw drew drawn
fly flew flown
fall fell fallen
pay paid
hear heard
mean meant
deal dealt
dream dreamt
learn learnt
shoot shot
forget forgot forgotten
hide hid hidden
bite bit bitten
do done
child children
person people
man men
woman women
wife wives
foot feet
tooth teeth
mouse mice`;

export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FORMS.split("\n").flatMap((line) => {
    const [word = "", ...forms] = line.split(" ");
    return forms.map((form): [string, string] => [form, word]);
  }),
);
